// Declarations, but for boards, which stand in build_boards.cpp.
#include <algorithm>

#include "lang/parse/builder.hpp"
#include "lang/source/line_begin.hpp"

namespace glint::lang::parsing {
namespace {

using tree::Decl;
using tree::DeclKind;

DeclKind declaration_kind(Kind node) {
  switch (node) {
#define GLINT_DECLARATION(rule, kind) \
  case Kind::rule:                    \
    return DeclKind::kind;
#include "lang/parse/nodes.def"
    default:
      return DeclKind::game;  // of a removal, until its word is read
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

/// Whether the declaration is a list of names, such as those of players.
constexpr bool lists_names(DeclKind kind) {
  return kind == DeclKind::players || kind == DeclKind::use || kind == DeclKind::after;
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
  declaration_parts(decl, at.below());
  if (node.kind == Kind::removal) decl.change = tree::Change::remove;
  if (decl.kind == DeclKind::option && decl.change == tree::Change::add && decl.type.empty())
    decl.change = tree::Change::set;

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

/// `extend DECLARATION`: what is added to the one of this name.
Decl Builder::extension(Cursor at) {
  const Node& node = at.node();
  Decl decl = declaration(at.below());
  if (decl.owned)
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
  std::size_t line = begin;  // where the line begins, if there are only blanks before the declaration
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

// ---- parts that declarations of several kinds have ----

void Builder::declaration_parts(Decl& decl, Cursor parts) {
  for (const Cursor part : parts) {
    [[maybe_unused]] const bool known =
        naming_part(decl, part) || type_part(decl, part) || content_part(decl, part) || block_part(decl, part);
    assert(known && "no part of a declaration");
  }
}

/// What is declared: names, texts, and words that change the kind of declaration.
bool Builder::naming_part(Decl& decl, Cursor part) {
  switch (part.node().kind) {
    case Kind::name:
      if (lists_names(decl.kind)) {
        decl.names.push_back(name(part));
      } else {
        decl.name = name(part);
      }
      return true;
    case Kind::text:
    case Kind::plain_text:
      if (decl.kind == DeclKind::use || (decl.kind == DeclKind::variant && decl.text)) {
        decl.texts.push_back(plain_text(part));
      } else {
        decl.text = any_text(part);
      }
      return true;
    case Kind::removed_kind:
    case Kind::removed_word:
      decl.kind = removed_kind(words(part.node()));
      return true;
    case Kind::enters_word:
      decl.kind = DeclKind::enters;
      return true;
    case Kind::as_team:
      decl.team = true;
      return true;
    case Kind::move_group:
      decl.kind = DeclKind::group;
      for (const Cursor one : part.below()) decl.names.push_back(name(one));
      return true;
    case Kind::beside:
      for (const Cursor one : part.below()) decl.names.push_back(name(one));
      return true;
    case Kind::combined:
      for (const Cursor one : part.below()) {
        Decl variant;
        variant.kind = DeclKind::variant;
        variant.span = variant.head = span(one.node());
        if (one.is(Kind::name))
          variant.name = name(one);
        else
          variant.texts.push_back(plain_text(one));
        decl.decls.push_back(std::move(variant));
      }
      return true;
    case Kind::end_for:
      decl.name = name(part.below());
      return true;
    default:
      return false;
  }
}

/// Owner, type, index, viewers, parameters.
bool Builder::type_part(Decl& decl, Cursor part) {
  switch (part.node().kind) {
    case Kind::owned: {
      decl.owned = true;
      tree::Expr owner = expression(part.below());
      if (owner.kind != tree::ExprKind::name || owner.name.text != "player") decl.exprs.push_back(std::move(owner));
      return true;
    }
    case Kind::type:
      decl.type.push_back(type(part));
      return true;
    case Kind::annotation:
      decl.type.push_back(type(part.below()));
      return true;
    case Kind::var_key: {
      Cursor inside = part.below();
      if (inside.is(Kind::name)) decl.index_name = name(inside.take());
      decl.index.push_back(type(inside));
      return true;
    }
    case Kind::seen_by:
      decl.seen.push_back(expression(part.below()));
      return true;
    case Kind::keys:
      decl.table = true;
      [[fallthrough]];
    case Kind::parameters:
      decl.params = parameters(part);
      return true;
    default:
      return false;
  }
}

/// Values, conditions, results, statements, cases, and declarations inside this one.
bool Builder::content_part(Decl& decl, Cursor part) {
  switch (part.node().kind) {
    case Kind::expression:
      decl.exprs.push_back(expression(part));
      return true;
    case Kind::when_clause:
      decl.exprs.push_back(expression(part.below()));
      return true;
    case Kind::shown_beams:
      decl.kind = DeclKind::show_beams;
      decl.beams.push_back(expression(part.below()));
      return true;
    case Kind::setting:
      decl.args.push_back(named_argument(part));
      return true;
    case Kind::result:
      decl.result = result(part);
      return true;
    case Kind::body:
      decl.body = block(part);
      return true;
    case Kind::cases:
      decl.cases_span = span(part.node());
      decl.cases = cases(part);
      return true;
    case Kind::beam:
    case Kind::type_declaration:
      decl.decls.push_back(declaration(part));
      return true;
    default:
      return false;
  }
}

/// A block that only one kind of declaration has.
bool Builder::block_part(Decl& decl, Cursor part) {
  switch (part.node().kind) {
    case Kind::beam_block:
      beam_parts(decl, part);
      return true;
    case Kind::piece_block:
      piece_parts(decl, part);
      return true;
    case Kind::lattice_block:
      lattice_parts(decl, part);
      return true;
    case Kind::clock_block:
      clock_parts(decl, part);
      return true;
    case Kind::inline_board:
    case Kind::board_formula:
    case Kind::board_use:
      board_parts(decl, part);
      return true;
    default:
      return false;
  }
}

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

void Builder::beam_parts(Decl& decl, Cursor block) {
  for (const Cursor item : block.below()) {
    if (item.is(Kind::beam_ends)) {
      for (const Cursor end : item.below()) decl.names.push_back(name(end));
      continue;
    }
    decl.fields.push_back(field_with_first(item));
  }
}

void Builder::piece_parts(Decl& decl, Cursor block) {
  const auto once = [&](bool already, const Cursor& item, std::string_view what) {
    if (!already) return;
    leave_out(Code::G0109, span(item.node()), "this piece has " + std::string(what) + " already",
              "join the two, or remove one: a piece has at most one `emits`, one `when beam comes`, one `when beam crosses` and one "
              "`look`");
  };
  for (const Cursor item : block.below()) {
    switch (item.node().kind) {
      case Kind::payload:
        decl.fields.push_back(field_with_first(item));
        break;
      case Kind::emits: {
        once(decl.emits.has_value(), item, "an `emits`");
        Cursor parts = item.below();
        tree::Emits emits;
        emits.span = span(item.node());
        emits.directions.push_back(expression(parts.take()));
        if (!parts.empty()) emits.updates = this->block(parts.take());
        decl.emits = std::move(emits);
        break;
      }
      case Kind::reaction:
        once(decl.has_reaction, item, "a `when beam comes`");
        decl.has_reaction = true;
        decl.cases_span = span(item.below().node());
        decl.cases = cases(item.below());
        break;
      case Kind::sides: {
        once(!decl.sides.empty(), item, "a `when beam crosses`");
        Cursor parts = item.below();
        decl.sides.push_back(expression(parts.take()));
        decl.sides_span = span(parts.node());
        decl.sides_cases = cases(parts);
        break;
      }
      default:
        once(decl.look.has_value(), item, "a `look`");
        decl.look = text(item.below());
        break;
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

void Builder::clock_parts(Decl& decl, Cursor block) {
  tree::ClockDecl clock;
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
  decl.clock = std::move(clock);
}

}  // namespace glint::lang::parsing
