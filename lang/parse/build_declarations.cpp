// Declarations and the file.
#include <algorithm>

#include "lang/parse/build.hpp"
#include "lang/parse/builder.hpp"

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

/// What `remove` calls a declaration.
DeclKind removed_kind(std::string_view word) {
  // `when beam enters`, with whatever blanks between.
  if (word.substr(0, 4) == "when")
    return word.find("enters") != std::string_view::npos ? DeclKind::enters : DeclKind::crosses;
  return lang::declared_by(word);
}

/// The names below a node, such as those of players.
constexpr bool lists_names(DeclKind kind) { return kind == DeclKind::players || kind == DeclKind::use; }

}  // namespace

Decl Builder::declaration(Cursor at) {
  const Node& node = at.node();
  if (node.kind == Kind::replace) return replacement(at);
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

/// `replace DECLARATION`: that one, with what was written around it.
Decl Builder::replacement(Cursor at) {
  const Node& node = at.node();
  Decl decl = declaration(at.below());
  if (decl.change == tree::Change::set)
    leave_out(Code::G0511, span(node), "a new default replaces nothing",
              "write `option " + decl.name.text + " = VALUE`, or `replace option` with its values");
  decl.change = tree::Change::replace;
  decl.span = span(node);
  decl.head.begin = node.begin;
  decl.doc = doc_before(node.begin);
  return decl;
}

/// What most declarations are made of, in the order in which it stands.
void Builder::declaration_parts(Decl& decl, Cursor parts) {
  for (const Cursor part : parts) {
    switch (part.node().kind) {
      case Kind::name:
        if (lists_names(decl.kind)) {
          decl.names.push_back(name(part));
        } else {
          decl.name = name(part);
        }
        break;
      case Kind::text:
      case Kind::plain_text:
        if (decl.kind == DeclKind::use || (decl.kind == DeclKind::variant && decl.text)) {
          decl.texts.push_back(plain_text(part));
        } else {
          decl.text = any_text(part);
        }
        break;
      case Kind::removed_kind:
      case Kind::removed_word:
        decl.kind = removed_kind(words(part.node()));
        break;
      case Kind::as_team:
        decl.team = true;
        break;
      case Kind::owned: {
        decl.owned = true;
        tree::Expr owner = expression(part.below());
        if (owner.kind != tree::ExprKind::name || owner.name.text != "player") decl.exprs.push_back(std::move(owner));
        break;
      }
      case Kind::move_group:
        decl.kind = DeclKind::group;
        for (const Cursor one : part.below()) decl.names.push_back(name(one));
        break;
      case Kind::type:
        decl.type.push_back(type(part));
        break;
      case Kind::annotation:
        decl.type.push_back(type(part.below()));
        break;
      case Kind::var_key: {
        Cursor inside = part.below();
        if (inside.is(Kind::name)) decl.index_name = name(inside.take());
        decl.index.push_back(type(inside));
        break;
      }
      case Kind::seen_by:
        decl.seen.push_back(expression(part.below()));
        break;
      case Kind::keys:
        decl.table = true;
        [[fallthrough]];
      case Kind::parameters:
        decl.params = parameters(part);
        break;
      case Kind::expression:
        decl.exprs.push_back(expression(part));
        break;
      case Kind::when_clause:
        decl.exprs.push_back(expression(part.below()));
        break;
      case Kind::end_for:
        decl.name = name(part.below());
        break;
      case Kind::result:
        decl.result = result(part);
        break;
      case Kind::body:
        decl.body = block(part);
        break;
      case Kind::setting:
        decl.args.push_back(named_argument(part));
        break;
      case Kind::cases:
        decl.cases_span = span(part.node());
        decl.cases = cases(part);
        break;
      case Kind::enters_word:
        decl.kind = DeclKind::enters;
        break;
      case Kind::beam_block:
        beam_parts(decl, part);
        break;
      case Kind::piece_block:
        piece_parts(decl, part);
        break;
      case Kind::lattice_block:
        lattice_parts(decl, part);
        break;
      case Kind::clock_block:
        clock_parts(decl, part);
        break;
      case Kind::inline_board:
      case Kind::board_formula:
      case Kind::board_use:
        board_parts(decl, part);
        break;
      case Kind::beam:
      case Kind::type_declaration:
        decl.decls.push_back(declaration(part));
        break;
      default:
        assert(false && "no part of a declaration");
    }
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

/// A field, perhaps with its first value.
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
              "a piece has at most one `emits`, one `when beam comes`, one `when beam crosses` and one `look`");
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

// ---- boards ----

std::int64_t Builder::whole_number(const Node& node) {
  std::string_view digits = words(node);
  const bool minus = digits.front() == '-';
  const auto first = static_cast<std::uint32_t>(digits.find_first_of("0123456789"));
  const std::int64_t value = number({Kind::number, node.begin + first, node.end, 0});
  constexpr std::int64_t kFarthest = 1000;
  if (value > kFarthest) leave_out(Code::G0105, span(node), "a step goes at most 1000 units");
  return minus ? -value : value;
}

void Builder::lattice_parts(Decl& decl, Cursor block) {
  for (const Cursor item : block.below()) {
    Cursor parts = item.below();
    switch (item.node().kind) {
      case Kind::direction: {
        tree::DirectionDecl direction;
        direction.name = name(parts.take());
        direction.dx = whole_number(parts.take().node());
        direction.dy = whole_number(parts.take().node());
        decl.directions.push_back(std::move(direction));
        break;
      }
      case Kind::axes:
        for (const Cursor part : parts) decl.axes.push_back(enum_value(part));
        break;
      default:
        if (!decl.exprs.empty()) leave_out(Code::G0109, span(item.node()), "this lattice has a `drawn at` already");
        decl.exprs.push_back(expression(parts.take()));
        decl.exprs.push_back(expression(parts.take()));
        break;
    }
  }
}

void Builder::board_parts(Decl& decl, Cursor form) {
  if (form.is(Kind::board_use)) decl.kind = DeclKind::use_board;
  decl.inline_board = form.is(Kind::inline_board);
  for (const Cursor part : form.below()) {
    switch (part.node().kind) {
      case Kind::name: {
        // An inline board has no name of its own; a library's names itself first.
        const bool own = !decl.inline_board && decl.name.text.empty();
        if (own) {
          decl.name = name(part);
        } else {
          decl.lattice = name(part);
        }
        break;
      }
      case Kind::parameters:
        decl.params = parameters(part);
        break;
      case Kind::arguments:
        decl.args = arguments(part);
        break;
      case Kind::stacks:
        decl.stacks = number(part.below().node());
        break;
      default:
        board_items(decl, part);
        break;
    }
  }
}

void Builder::board_items(Decl& decl, Cursor block) {
  for (const Cursor item : block.below()) {
    Cursor parts = item.below();
    switch (item.node().kind) {
      case Kind::cells: {
        tree::CellsDecl cells;
        cells.span = span(item.node());
        if (parts.is(Kind::raw_text)) {
          cells.drawing = any_text(parts.take());
          cells.x = {"x", cells.span};
          cells.y = {"y", cells.span};
          decl.cells.push_back(std::move(cells));
          break;
        }
        cells.x = name(parts.take());
        cells.x_range.push_back(expression(parts.take()));
        cells.y = name(parts.take());
        cells.y_range.push_back(expression(parts.take()));
        if (!parts.empty()) cells.where.push_back(expression(parts.take().below()));
        decl.cells.push_back(std::move(cells));
        break;
      }
      case Kind::wraps:
        for (const Cursor part : parts) decl.wraps.push_back(expression(part));
        break;
      case Kind::label:
        if (!decl.labels.empty() && decl.labels.back().where.empty())
          leave_out(Code::G0109, span(item.node()), "this board has a `label` for all its cells already",
                    "those before it say `where` they hold");
        decl.labels.push_back(label(item));
        break;
      default:
        decl.decls.push_back(declaration(item));
        break;
    }
  }
}

tree::LabelDecl Builder::label(Cursor at) {
  tree::LabelDecl label;
  label.span = span(at.node());
  for (const Cursor part : at.below()) {
    if (part.is(Kind::name))
      label.player = name(part);
    else if (part.is(Kind::where_clause))
      label.where.push_back(expression(part.below()));
    else
      label.text = text(part);
  }
  return label;
}

// ---- the clock ----

std::int64_t Builder::seconds(const Node& node) {
  const auto colon = static_cast<std::uint32_t>(words(node).find(':'));
  const std::int64_t minutes = number({Kind::number, node.begin, node.begin + colon, 0});
  const std::int64_t rest = number({Kind::number, node.begin + colon + 1, node.end, 0});
  constexpr std::int64_t kLongest = 100'000;
  if (minutes > kLongest || rest > 59) leave_out(Code::G0105, span(node), "a time is minutes and seconds up to `:59`");
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
        if (limit) leave_out(Code::G0109, span(item.node()), "this clock has a `" + std::string(which) + "` already");
        limit = seconds(parts.node());
        break;
      }
      case Kind::clock_adds: {
        tree::Name move = name(parts.take());
        clock.adds.emplace_back(std::move(move), seconds(parts.node()));
        break;
      }
      default:
        if (clock.out) leave_out(Code::G0109, span(item.node()), "this clock has an `out` already");
        clock.out = result(parts);
        break;
    }
  }
  decl.clock = std::move(clock);
}

// ---- the file ----

/// The `///` lines directly above.
std::string Builder::doc_before(std::uint32_t begin) const {
  const auto line_begin = [&](std::size_t at) { return at == 0 ? 0 : text_.rfind('\n', at - 1) + 1; };  // npos + 1 is 0
  const auto blank = [](std::string_view words) { return words.find_first_not_of(" \t\r") == std::string_view::npos; };

  std::vector<std::string_view> lines;
  std::size_t line = line_begin(begin);
  if (!blank(text_.substr(line, begin - line))) return {};
  while (line > 0) {
    const std::size_t above = line_begin(line - 1);
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

tree::File Builder::file(Cursor declarations) {
  tree::File file;
  file.file = file_;
  file.decls = readable(declarations, &Builder::declaration);
  refuse_changes(file);
  file.lost = std::move(lost_);
  if (!file.decls.empty()) file.doc = file.decls.front().doc;
  return file;
}

/// Only a variant has something to change.
void Builder::refuse_changes(tree::File& file) {
  if (file.decls.empty() || file.decls.front().kind == DeclKind::variant) return;
  const DeclKind header = file.decls.front().kind;
  const bool known = header == DeclKind::game || header == DeclKind::library;
  const auto changes = [](const Decl& decl) { return decl.change != tree::Change::add; };
  for (const Decl& decl : file.decls) {
    if (!changes(decl)) continue;
    lost_.push_back(decl.span);
    if (!known) continue;  // what it is the file should have said
    Diagnostic diagnostic{Code::G0511, Severity::error, {}, {decl.head, {}}, {}, {}};
    if (decl.change == tree::Change::set) {
      diagnostic.message = "the option `" + decl.name.text + "` has no values";
      diagnostic.help = "write them before its default, as in `option " + decl.name.text +
                        ": 2..5 = 3`; without them a variant sets the default of its game's option";
    } else {
      const std::string word = decl.change == tree::Change::remove ? "remove" : "replace";
      diagnostic.message = "there is nothing to " + word + " but in a variant";
      diagnostic.help = "a file that begins with `variant \"Name\" of GAME` changes the declarations of that game";
    }
    diagnostics_.push_back(std::move(diagnostic));
  }
  file.decls.erase(std::remove_if(file.decls.begin(), file.decls.end(), changes), file.decls.end());
}

void Builder::check_header(const Nodes& nodes) {
  const auto is_header = [](const Node& node) {
    return node.kind == Kind::game || node.kind == Kind::variant || node.kind == Kind::library;
  };
  Cursor at(nodes);
  Diagnostic diagnostic;
  diagnostic.code = Code::G0108;
  if (at.empty() || !is_header(at.node())) {
    const std::uint32_t begin = at.empty() ? 0 : at.node().begin;
    diagnostic.message = "a script begins with `game \"Name\"`, `variant \"Name\" of GAME` or `library name`";
    diagnostic.primary.span = {file_, begin, begin};
    if (!at.empty()) {
      const std::string_view all = words(at.node());
      diagnostic.primary.span.end += static_cast<std::uint32_t>(std::min(all.find_first_of(" \t\r\n{"), all.size()));
    }
    diagnostics_.push_back(diagnostic);
    if (at.empty()) return;
  }
  const Span first = span(at.node());
  for (at.advance(); !at.empty(); at.advance()) {
    if (!is_header(at.node())) continue;
    diagnostic.message = "a file is one game, variant or library, and says so at its top only";
    diagnostic.primary = {span(at.node()), ""};
    diagnostic.others = {{first, "the file begins here"}};
    diagnostics_.push_back(diagnostic);
  }
}

void build_file(std::string_view text, const Nodes& nodes, Parsed& parsed) {
  const bool readable = parsed.diagnostics.empty();
  Builder builder(text, parsed.file.file, parsed.diagnostics);
  // After an error the header may be what could not be read.
  if (readable) builder.check_header(nodes);
  std::vector<Span> lost = std::move(parsed.file.lost);
  parsed.file = builder.file(Cursor(nodes));
  parsed.file.lost.insert(parsed.file.lost.end(), lost.begin(), lost.end());
}

}  // namespace glint::lang::parsing
