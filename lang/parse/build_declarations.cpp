// Declarations, except boards, which are in build_file.cpp.
#include <algorithm>

#include "lang/parse/builder.hpp"
#include "lang/source/each.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::parsing {
namespace {

using tree::Decl;
using tree::DeclKind;

DeclKind declaration_kind(Kind node) {
  switch (node) {
#define GLINT_DECLARATION(rule, kind) \
  case Kind::rule:                    \
    return DeclKind::kind;
#define GLINT_NAMED_DECLARATION(nothing, rule) GLINT_DECLARATION(rule, rule)
#define GLINT_DECLARATIONS(...) GLINT_EACH(GLINT_NAMED_DECLARATION, , __VA_ARGS__)
#include "lang/parse/nodes.def"
    default:
      return DeclKind::game;  // for a removal, until its word is read
  }
}

/// The kind of declaration that a `remove` names, as `when beam enters`, with whatever blanks between.
DeclKind removed_kind(std::string_view words) {
  std::string plain;
  for (const char c : words) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank || plain.back() != ' ') plain += blank ? ' ' : c;
  }
  return lang::declared_by(plain);
}

}  // namespace

Decl Builder::declaration(Cursor at) {
  const Node& node = at.node();
  if (node.kind == Kind::replace) return replacement(at);
  if (node.kind == Kind::extend) return extension(at);
  Decl decl;
  decl.kind = declaration_kind(node.kind);
  decl.span = span(node);
  decl.doc = doc_before(node.begin);
  [[maybe_unused]] const bool known =
      header_parts(decl, node.kind, at.below()) || value_parts(decl, node.kind, at.below()) ||
      space_parts(decl, node.kind, at.below()) || move_parts(decl, node.kind, at.below()) ||
      rule_parts(decl, node.kind, at.below());
  assert(known && "no declaration");

  const std::size_t keyword = words(node).find_first_of(" \t\r\n{:\"");
  decl.head = {file_, node.begin, node.begin + static_cast<std::uint32_t>(std::min(keyword, words(node).size()))};
  if (!decl.name.text.empty()) decl.head.end = decl.name.span.end;
  if (decl.change == tree::Change::remove) decl.head = decl.span;
  return decl;
}

/// `replace DECLARATION`: the declaration, with the span and comment of the whole.
Decl Builder::replacement(Cursor at) {
  const Node& node = at.node();
  Decl decl = declaration(at.below());
  if (decl.change == tree::Change::set)
    leave_out(Code::G0511, span(node), "a new default replaces nothing",
              "write `option " + decl.name.text + " = VALUE`, or `replace option` with its values",
              {{"remove `replace`", {file_, node.begin, node.begin + 8}, ""}});
  decl.change = tree::Change::replace;
  decl.span = span(node);
  decl.head.begin = node.begin;
  decl.doc = doc_before(node.begin);
  return decl;
}

/// `extend DECLARATION`: the additions to the declaration of this name.
Decl Builder::extension(Cursor at) {
  const Node& node = at.node();
  Decl decl = declaration(at.below());
  if (const auto* piece = decl.get_if<tree::PieceDecl>(); piece != nullptr && piece->owned)
    leave_out(Code::G0511, decl.head, "the owner of a piece cannot be extended",
              "write only what is added, as in `extend piece " + decl.name.text +
                  " { worth: 1..3 = 1 }`, or `replace` the whole");
  decl.change = tree::Change::extend;
  decl.span = span(node);
  decl.head.begin = node.begin;
  return decl;
}

/// The text of the `///` lines directly above.
std::string Builder::doc_before(std::uint32_t begin) const {
  std::vector<std::string_view> lines;
  std::size_t line = begin;  // the start of the line, if there are only blanks before the declaration
  while (line > 0 && (text_[line - 1] == ' ' || text_[line - 1] == '\t' || text_[line - 1] == '\r')) --line;
  if (line > 0 && text_[line - 1] != '\n') return {};
  while (line > 0) {
    const std::size_t above = line_begin(text_, line - 1);
    std::string_view words = text_.substr(above, line - 1 - above);
    words.remove_prefix(std::min(words.find_first_not_of(" \t"), words.size()));
    if (words.substr(0, 3) != "///") break;
    words.remove_prefix(3);
    if (!words.empty() && words.front() == ' ') words.remove_prefix(1);
    const std::size_t last = words.find_last_not_of(" \t\r");
    lines.push_back(last == std::string_view::npos ? std::string_view{} : words.substr(0, last + 1));
    line = above;
  }
  std::string doc;
  for (auto words = lines.rbegin(); words != lines.rend(); ++words) {
    if (words != lines.rbegin()) doc += '\n';
    doc += *words;
  }
  return doc;
}

// ---- by the node's kind: each sets the parts of some kinds of declarations ----

/// The header of a file, the files that it uses, its needs, and the removals of a variant.
bool Builder::header_parts(Decl& decl, Kind form, Cursor parts) {
  switch (form) {
    case Kind::game:
      decl.parts = tree::GameDecl{any_text(parts)};
      return true;
    case Kind::variant: {
      auto& variant = decl.parts.emplace<tree::VariantDecl>();
      variant.title = any_text(parts.take());
      tree::GameName base = game_name(parts.take());
      decl.name = std::move(base.name);
      variant.path = std::move(base.path);
      if (parts.empty()) return true;
      for (const Cursor one : parts.below()) variant.with.push_back(game_name(one));
      return true;
    }
    case Kind::library:
      decl.parts = tree::LibraryDecl{};
      decl.name = name(parts);
      return true;
    case Kind::use: {
      auto& use = decl.parts.emplace<tree::UseDecl>();
      for (const Cursor part : parts) {
        if (part.is(Kind::name))
          use.names.push_back(name(part));
        else
          use.paths.push_back(plain_text(part));
      }
      return true;
    }
    case Kind::needs: {
      auto& needs = decl.parts.emplace<tree::NeedsDecl>();
      for (const Cursor part : parts) needs.decls.push_back(declaration(part));
      return true;
    }
    case Kind::removal: {
      auto& removed = decl.parts.emplace<tree::RemovedDecl>();
      decl.change = tree::Change::remove;
      decl.kind = removed_kind(words(parts.take().node()));
      for (const Cursor part : parts) {
        if (!part.is(Kind::name))
          removed.text = any_text(part);
        else if (decl.kind == DeclKind::after)
          removed.moves.push_back(name(part));
        else
          decl.name = name(part);
      }
      return true;
    }
    default:
      return false;
  }
}

tree::GameName Builder::game_name(Cursor at) {
  tree::GameName game;
  game.span = span(at.node());
  if (at.is(Kind::name))
    game.name = name(at);
  else
    game.path = plain_text(at);
  return game;
}

/// Players, options, types, variables, and values.
bool Builder::value_parts(Decl& decl, Kind form, Cursor parts) {
  switch (form) {
    case Kind::players: {
      auto& players = decl.parts.emplace<tree::PlayersDecl>();
      for (const Cursor part : parts) {
        players.team = part.is(Kind::as_team);
        if (part.is(Kind::when_clause))
          players.when.emplace_back(players.names.size() - 1, expression(part.below()));
        else if (!players.team)
          players.names.push_back(name(part));
      }
      return true;
    }
    case Kind::option: {
      auto& option = decl.parts.emplace<tree::OptionDecl>();
      decl.name = name(parts.take());
      if (parts.is(Kind::type))
        option.type = type(parts.take());
      else
        decl.change = tree::Change::set;
      option.value = expression(parts.take());
      if (!parts.empty()) option.text = any_text(parts);
      return true;
    }
    case Kind::type_declaration:
      decl.name = name(parts.take());
      decl.parts = tree::TypeDecl{type(parts)};
      return true;
    case Kind::var: {
      auto& var = decl.parts.emplace<tree::VarDecl>();
      decl.name = name(parts.take());
      if (parts.is(Kind::var_key)) {
        Cursor inside = parts.take().below();
        if (inside.is(Kind::name)) var.index_name = name(inside.take());
        var.index = type(inside);
      }
      var.type = type(parts.take());
      var.value = value_or_list(parts.take());
      if (parts.is(Kind::seen_by)) var.seen = expression(parts.take().below());
      var.uncounted = parts.is(Kind::uncounted);
      if (var.uncounted) parts.advance();
      if (!parts.empty()) var.label = any_text(parts);
      return true;
    }
    case Kind::bag: {
      auto& bag = decl.parts.emplace<tree::BagDecl>();
      decl.name = name(parts.take());
      bag.key = std::move(parameters(parts.take()).front());
      bag.value = value_or_list(parts.take());
      if (parts.is(Kind::seen_by)) bag.seen = expression(parts.take().below());
      if (!parts.empty()) bag.label = any_text(parts);
      return true;
    }
    case Kind::let_declaration: {
      auto& let = decl.parts.emplace<tree::LetDecl>();
      decl.name = name(parts.take());
      let.table = parts.is(Kind::keys);
      let.params = parameters_if_any(parts);
      if (parts.is(Kind::annotation)) let.type = type(parts.take().below());
      let.value = value_or_list(parts);
      return true;
    }
    default:
      return false;
  }
}

/// Lattices, boards, beams, and the things in their way.
bool Builder::space_parts(Decl& decl, Kind form, Cursor parts) {
  switch (form) {
    case Kind::lattice:
      decl.name = name(parts.take());
      lattice_parts(decl.parts.emplace<tree::LatticeDecl>(), parts);
      return true;
    case Kind::board:
      if (parts.is(Kind::board_use))
        use_board_parts(decl, parts.below());
      else
        board_parts(decl, parts);
      return true;
    case Kind::beam:
      beam_parts(decl.parts.emplace<tree::BeamDecl>(), parts);
      return true;
    case Kind::piece: {
      auto& piece = decl.parts.emplace<tree::PieceDecl>();
      decl.name = name(parts.take());
      if (parts.is(Kind::plain_text)) piece.label = any_text(parts.take());
      if (parts.is(Kind::owned)) {
        piece.owned = true;
        tree::Expr owner = expression(parts.take().below());
        if (owner.kind != tree::ExprKind::name || owner.name.text != "player") piece.owner = std::move(owner);
      }
      piece_parts(piece, parts);
      return true;
    }
    case Kind::optic:
      decl.name = name(parts.take());
      decl.parts = tree::OpticDecl{parameters_if_any(parts), reaction(parts)};
      return true;
    case Kind::terrain:
      if (parts.is(Kind::enters_word)) {
        decl.kind = DeclKind::enters;
        parts.advance();
      }
      decl.name = name(parts.take());
      decl.parts = tree::TerrainDecl{expression(parts.take()), reaction(parts)};
      return true;
    default:
      return false;
  }
}

/// Moves, the other events of a game, and its tests.
bool Builder::move_parts(Decl& decl, Kind form, Cursor parts) {
  switch (form) {
    case Kind::effect:
      decl.name = name(parts.take());
      decl.parts = tree::EffectDecl{parameters_if_any(parts), block(parts)};
      return true;
    case Kind::move_declaration: {
      decl.name = name(parts.take());
      if (parts.is(Kind::move_group)) {
        decl.kind = DeclKind::group;
        decl.parts = tree::GroupDecl{names(parts.below())};
        return true;
      }
      auto& move = decl.parts.emplace<tree::MoveDecl>();
      move.notation = any_text(parts.take());
      if (parts.is(Kind::beside)) move.beside = names(parts.take().below());
      move.body = block(parts);
      return true;
    }
    case Kind::after: {
      auto& after = decl.parts.emplace<tree::AfterDecl>();
      while (parts.is(Kind::name)) after.moves.push_back(name(parts.take()));
      after.body = block(parts);
      return true;
    }
    case Kind::setup:
    case Kind::play:
      decl.parts = tree::CourseDecl{block(parts)};
      return true;
    case Kind::test: {
      auto& test = decl.parts.emplace<tree::TestDecl>();
      test.title = any_text(parts.take());
      while (parts.is(Kind::setting)) test.settings.push_back(named_argument(parts.take()));
      test.body = block(parts);
      return true;
    }
    default:
      return false;
  }
}

/// Ends, scores, invariants, shown things and the clock of a game.
bool Builder::rule_parts(Decl& decl, Kind form, Cursor parts) {
  if (parts.is(Kind::end_for)) decl.name = name(parts.take().below());
  const auto when = [&]() -> std::optional<tree::Expr> {
    if (!parts.is(Kind::when_clause)) return std::nullopt;
    return expression(parts.take().below());
  };
  switch (form) {
    case Kind::end_declaration:
      decl.parts = tree::EndDecl{*when(), result(parts)};
      return true;
    case Kind::score:
    case Kind::heuristic:
      decl.name = name(parts.take());
      decl.parts = tree::ScoreDecl{expression(parts)};
      return true;
    case Kind::invariant: {
      auto& invariant = decl.parts.emplace<tree::InvariantDecl>();
      invariant.condition = expression(parts.take());
      if (!parts.empty()) invariant.text = any_text(parts);
      return true;
    }
    case Kind::show: {
      auto& show = decl.parts.emplace<tree::ShowDecl>();
      if (parts.is(Kind::each_for)) {
        Cursor each = parts.take().below();
        tree::Name its_name = name(each.take());
        show.each.emplace(std::move(its_name), type(each));
      }
      show.when = when();
      if (parts.is(Kind::shown_beams)) {
        decl.kind = DeclKind::show_beams;
        show.beams = expression(parts.below());
      } else if (parts.is(Kind::no_beams)) {
        decl.kind = DeclKind::show_beams;
        show.no_beams = true;
      } else {
        show.text = any_text(parts.take());
        if (parts.empty()) return true;
        tree::Stmt& piece = show.piece.emplace();
        piece.kind = tree::StmtKind::put;
        piece.span = span(parts.node());
        Cursor of = parts.below();
        piece.name = name(of.take());
        if (!of.empty()) piece.args = arguments(of);
      }
      return true;
    }
    case Kind::ground: {
      auto& ground = decl.parts.emplace<tree::GroundDecl>();
      ground.when = when();
      ground.of_lines = parts.is(Kind::ground_lines);
      if (ground.of_lines || parts.is(Kind::ground_edges)) {
        decl.kind = DeclKind::show_edges;
        parts.advance();
      }
      ground.cells = expression(parts.take());
      if (parts.is(Kind::text)) ground.name = any_text(parts.take());
      if (parts.is(Kind::ground_as)) ground.sign = any_text(parts.take().below());
      if (parts.is(Kind::ground_owner))
        ground.owner = expression(parts.below());
      else if (!parts.empty())
        ground.colour = name(parts);
      return true;
    }
    case Kind::clock: {
      auto& clock = decl.parts.emplace<tree::ClockDecl>();
      clock.when = when();
      clock_parts(clock, parts);
      return true;
    }
    default:
      return false;
  }
}

std::vector<tree::Param> Builder::parameters_if_any(Cursor& parts) {
  if (!parts.is(Kind::parameters) && !parts.is(Kind::keys)) return {};
  return parameters(parts.take());
}

std::vector<tree::Name> Builder::names(Cursor parts) const {
  std::vector<tree::Name> all;
  for (const Cursor part : parts) all.push_back(name(part));
  return all;
}

tree::Reaction Builder::reaction(Cursor at) { return {cases(at), span(at.node())}; }

// ---- beams and pieces ----

tree::FieldDecl Builder::field(Cursor at) {
  Cursor parts = at.below();
  tree::FieldDecl field;
  field.name = name(parts.take());
  field.type.push_back(type(parts.take()));
  return field;
}

/// A field with or without a first value.
tree::FieldDecl Builder::field_with_first(Cursor at) {
  Cursor parts = at.below();
  tree::FieldDecl made = field(parts.take());
  if (!parts.empty()) made.initial.push_back(expression(parts.take().below()));
  return made;
}

void Builder::beam_parts(tree::BeamDecl& beam, Cursor block) {
  for (const Cursor item : block.below()) {
    if (item.is(Kind::beam_ends)) {
      for (const Cursor end : item.below()) beam.ends.push_back(name(end));
      continue;
    }
    beam.fields.push_back(field_with_first(item));
  }
}

void Builder::piece_parts(tree::PieceDecl& piece, Cursor block) {
  const auto once = [&](bool already, const Cursor& item, std::string_view what) {
    if (!already) return;
    leave_out(Code::G0109, span(item.node()), "this piece has " + std::string(what) + " already",
              "join the two, or remove one: a piece has at most one `emits`, one `when beam comes`, one `when beam crosses` and one "
              "`look`; a `look when` comes before it");
  };
  for (const Cursor item : block.below()) {
    switch (item.node().kind) {
      case Kind::payload:
        piece.fields.push_back(field_with_first(item));
        break;
      case Kind::emits: {
        once(piece.emits.has_value(), item, "an `emits`");
        Cursor parts = item.below();
        tree::Emits emits;
        emits.span = span(item.node());
        emits.directions.push_back(expression(parts.take()));
        if (!parts.empty()) emits.updates = this->block(parts.take());
        piece.emits = std::move(emits);
        break;
      }
      case Kind::reaction:
        once(piece.comes.has_value(), item, "a `when beam comes`");
        piece.comes = reaction(item.below());
        break;
      case Kind::sides: {
        once(piece.sides.has_value(), item, "a `when beam crosses`");
        Cursor parts = item.below();
        piece.sides = expression(parts.take());
        piece.crosses = reaction(parts);
        break;
      }
      default: {
        once(piece.look.has_value(), item, "a `look`");
        Cursor parts = item.below();
        if (parts.is(Kind::when_clause)) {
          tree::Expr when = expression(parts.take().below());
          piece.looks.emplace_back(std::move(when), text(parts));
        } else {
          piece.look = text(parts);
        }
        break;
      }
    }
  }
}

// ---- the clock ----

std::int64_t Builder::seconds(const Node& node) {
  const auto colon = static_cast<std::uint32_t>(words(node).find(':'));
  const std::int64_t minutes = number({Kind::number, node.begin, node.begin + colon, 0});
  const std::int64_t rest = number({Kind::number, node.begin + colon + 1, node.end, 0});
  constexpr std::int64_t kLongest = 100'000;
  if (minutes > kLongest || rest > 59) leave_out(Code::G0105, span(node), "a time has minutes, and seconds up to `:59`");
  return minutes * 60 + rest;
}

void Builder::clock_parts(tree::ClockDecl& clock, Cursor block) {
  for (const Cursor item : block.below()) {
    Cursor parts = item.below();
    switch (item.node().kind) {
      case Kind::clock_limit: {
        const std::string_view which = words(parts.take().node());
        std::optional<std::int64_t>& limit = which == "turn"      ? clock.turn
                                             : which == "reserve" ? clock.reserve
                                                                  : clock.game;
        if (limit) leave_out(Code::G0109, span(item.node()), "this clock has a `" + std::string(which) + "` already",
                             "keep one of the two");
        limit = seconds(parts.node());
        break;
      }
      case Kind::clock_adds: {
        tree::Name move = name(parts.take());
        clock.adds.emplace_back(std::move(move), seconds(parts.node()));
        break;
      }
      default:
        if (clock.out) leave_out(Code::G0109, span(item.node()), "this clock has an `out` already",
                                 "keep one of the two");
        clock.out = result(parts);
        break;
    }
  }
}

}  // namespace glint::lang::parsing
