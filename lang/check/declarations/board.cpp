// Space: lattices with their directions and axes, boards with their cells and labels.
#include "lang/check/declarations/declarations.hpp"

#include <algorithm>

#include "lang/check/body/body.hpp"

namespace glint::lang::checking {
namespace {

bool read_lattice(Context& context, const tree::Decl& decl, rules::Lattice& lattice) {
  const auto& [directions, axes, drawn_at] = decl.as<tree::LatticeDecl>();
  lattice.name = decl.name.text;
  lattice.span = decl.name.span;
  const std::size_t count = directions.size();
  const bool wrong_axes = !axes.empty() && axes.size() != count;
  if (count > kMostDirections || wrong_axes)
    return context.report.deny(
        Code::G0414, decl.name.span,
        count > kMostDirections ? "too many directions"
                                : marked(decl.name.text) + " names " + std::to_string(axes.size()) + " axes for " +
                                      std::to_string(count) + " directions",
        {.help = "list one axis per direction, in half steps clockwise from the first direction"});
  std::set<std::string> seen;
  for (const tree::DirectionDecl& each : directions) {
    if (!seen.insert(each.name.text).second)
      context.report.error(Code::G0203, each.name.span, "a second direction " + marked(each.name.text));
    if (Namespace::is_builtin(each.name.text)) {
      context.report.error(Code::G0203, each.name.span, marked(each.name.text) + " is a word of the language");
      continue;
    }
    lattice.directions.push_back({each.name.text, static_cast<int>(each.dx), static_cast<int>(each.dy)});
    if (each.dx == 0 && each.dy == 0)
      return context.report.deny(Code::G0414, each.name.span,
                                 marked(each.name.text) + " is not a step to another cell");
  }
  for (std::size_t i = 0; i < count; ++i) {
    rules::Axis axis;
    if (i < axes.size()) {
      axis.name = axes[i].name.text;
      axis.spelling = axes[i].spellings.empty() ? axis.name : axes[i].spellings.front();
      if (!axis.name.empty() && !seen.insert(axis.name).second)
        context.report.error(Code::G0203, axes[i].name.span, "a second " + marked(axis.name) + " in one lattice");
    }
    lattice.axes.push_back(std::move(axis));
  }
  // Half way round must be the opposite direction: `from ahead` and mirrors rely on it.
  const std::size_t half = count / 2;
  for (std::size_t i = 0; i < count; ++i) {
    const tree::DirectionDecl& one = directions[i];
    if (count % 2 != 0)
      return context.report.deny(Code::G0414, decl.name.span,
                                 marked(decl.name.text) + " has " + std::to_string(count) +
                                     " directions, an odd number: some have no opposite");
    const tree::DirectionDecl& other = directions[(i + half) % count];
    if (one.dx == -other.dx && one.dy == -other.dy) continue;
    return context.report.deny(
        Code::G0414, other.name.span,
        marked(other.name.text) + " is listed opposite " + marked(one.name.text) + ", but is not its opposite",
        {.help = "list all directions clockwise as they are drawn", .others = {{one.name.span, "from here"}}});
  }
  return count > 0;
}

void check_lattice(Context& context, const tree::Decl& decl, rules::Lattice& lattice) {
  const auto& drawn_at = decl.as<tree::LatticeDecl>().drawn_at;
  Body body(context, Place::board);
  const auto coordinate = [&](const char* name) {
    body.show(name, static_cast<int>(body.frame.locals.size()));
    body.frame.locals.push_back({name, number_type(-kMostCells, kMostCells), decl.name.span});
  };
  coordinate("x");
  coordinate("y");
  if (!drawn_at)
    return context.report.say(Code::G0405, decl.name.span, marked(decl.name.text) + " has no `drawn at`",
                              {.help = "as in `drawn at (x, -y)`: x to the right, y down"});
  Maybe x = body.number(drawn_at->first);
  Maybe y = body.number(drawn_at->second);
  if (!x || !y) return;
  lattice.drawn_x = std::move(*x);
  lattice.drawn_y = std::move(*y);
  lattice.frame = std::move(body.frame);
}

void name_directions(Context& context, const rules::Lattice& lattice, const Span& span) {
  const auto add = [&](const std::string& name, Base base, std::size_t index) {
    // In a library with several lattices a name may occur twice; its number does not matter there.
    if (!name.empty() && context.names.value_for(name, plain(base)) == nullptr)
      context.names.add_value(name, {plain(base), static_cast<std::int64_t>(index), span});
  };
  for (std::size_t i = 0; i < lattice.directions.size(); ++i) add(lattice.directions[i].name, Base::direction, i);
  for (std::size_t i = 0; i < lattice.axes.size(); ++i) add(lattice.axes[i].name, Base::axis, i);
}

/// The lattice or board of this name; `help` is for errors in scripts that have none.
const tree::Decl* declared(Context& context, const tree::Name& name, Sort sort, const std::string& help) {
  const std::string what = sort == Sort::lattice ? "lattice" : "board";
  const Global* found = context.names.find(name.text);
  if (found != nullptr && found->sort == sort) return found->decl;
  if (found != nullptr) {
    context.report.error(Code::G0208, name.span, marked(name.text) + " is not a " + what,
                         {.others = {{found->decl->name.span, "declared here"}}});
    return nullptr;
  }
  const std::vector<std::string> names = context.names.names_of({sort});
  Diagnostic* error = context.names.unknown(name, what, names);
  if (error != nullptr && names.empty()) error->help = help;
  return nullptr;
}

const tree::Decl* lattice_of(Context& context, const tree::Decl& board) {
  return declared(context, board.as<tree::BoardDecl>().lattice, Sort::lattice,
                  "lattices are in libraries: `use hex` or `use square`");
}

/// Checks a label: for which player and which cells it is, and its text.
void check_label(Context& context, const tree::LabelDecl& decl, Body& body, rules::Board& board) {
  rules::Label label;
  label.span = decl.span;
  std::string prefix;
  bool good = true;
  if (decl.player) {
    const Value* player = context.names.value_for(decl.player->text, plain(Base::player));
    if (player != nullptr) {
      label.player = static_cast<int>(player->index);
      prefix = decl.player->text + " ";
    } else {
      context.names.unknown(*decl.player, "player", names_of(context.rules.players));
      good = false;
    }
  }
  if (!decl.where.empty()) {
    label.where = body.flag(decl.where.front());
    good = good && label.where;
  }
  auto text = body.text(decl.text);
  if (!text) {
    context.silence.lose_space();
    return;
  }
  std::vector<LabelPattern::Part> parts;
  for (const rules::TextPart& part : text->parts) {
    LabelPattern::Part shape;
    shape.literal = part.literal;
    if (part.hole) {
      if (!is(part.hole->type, Base::number)) {
        context.report.error(Code::G0301, part.hole->span,
                             "expected a number or letters, found " + phrase(part.hole->type, context.rules),
                             {.help = "`letter(n)` and `lower(n)` write a number as letters"});
        continue;
      }
      shape.hole = part.hole->text == "letter"  ? LabelPattern::Hole::upper
                   : part.hole->text == "lower" ? LabelPattern::Hole::lower
                                                : LabelPattern::Hole::number;
      shape.lo = part.hole->type.lo;
      shape.hi = part.hole->type.hi;
    }
    parts.push_back(std::move(shape));
  }
  context.names.add_labels(prefix, std::move(parts));
  if (!good) {
    context.silence.lose_space();
    return;
  }
  label.text = std::move(*text);
  board.labels.push_back(std::move(label));
}

/// Checks a game's arguments for a board of a library. They are expressions of the game, so the board's own names have
/// no meaning in them.
bool check_arguments(Context& context, const tree::Decl& decl, const tree::Decl& use, Body& body, rules::Board& board) {
  Body caller(context, Place::constant);
  auto args = Calls(caller).unnamed(use.as<tree::UseBoardDecl>().args);
  if (!args || !Calls(caller).arguments(decl.name.text, Calls::parameters_of(body.frame, 0), decl.name.span,
                                        use.name.span, *args, board.arguments))
    return false;
  // Inside the board, a parameter has the range of its argument, so that labels are known more exactly.
  for (std::size_t i = 0; i < board.arguments.size(); ++i) {
    Type& type = body.frame.locals[i].type;
    board.declared.push_back(type);
    const Type& given = board.arguments[i].type;
    if (!is(type, Base::number)) continue;
    type.lo = std::max(type.lo, given.lo);
    type.hi = std::max(type.lo, std::min(type.hi, given.hi));
  }
  return true;
}

void check_coordinate(Context& context, const tree::Name& name, const tree::Expr& range, Body& body, Expr& lo, Expr& hi,
                      int& slot) {
  Maybe value = body.expr(range);
  if (value && value->op != Op::range) {
    context.report.error(Code::G0301, value->span, "expected a range of numbers, as `1..5`");
    value = std::nullopt;
  }
  slot = body.bind(name, value ? std::optional<Type>(element(value->type)) : std::nullopt);
  if (!value) return;
  lo = std::move(value->kids[0]);
  hi = std::move(value->kids[1]);
}

/// The most cells that a form of the board can give.
std::int64_t most_of(const rules::Cells& cells, Body& body) {
  if (cells.drawing) return static_cast<std::int64_t>(cells.drawing->size());
  if (cells.x < 0 || cells.y < 0) return kMostCells;
  const auto size = [&](int slot) {
    const Interval range = interval(entry_of(body.frame.locals, slot).type);
    return std::max<std::int64_t>(0, range.hi - range.lo + 1);
  };
  return std::min(kMostCells, times(size(cells.x), size(cells.y)));
}

void check_cells(Context& context, const tree::CellsDecl& form, Body& body, rules::Board& board) {
  rules::Cells cells;
  cells.span = form.span;
  const std::size_t scope = body.mark();
  if (form.drawing) {
    cells.drawing = form.drawing->parts.front().literal;
    cells.span = form.drawing->span;
    // The coordinates of a drawing depend on the lattice; none is larger than this.
    constexpr std::int64_t kLargest = 1'000'000;
    cells.x = body.bind_hidden(number_type(1, kLargest), form.span);
    cells.y = body.bind_hidden(number_type(1, kLargest), form.span);
  } else {
    check_coordinate(context, form.x, form.x_range.front(), body, cells.x_lo, cells.x_hi, cells.x);
    check_coordinate(context, form.y, form.y_range.front(), body, cells.y_lo, cells.y_hi, cells.y);
  }
  if (!form.where.empty()) cells.where = body.flag(form.where.front());
  if (board.cells.empty()) {
    board.label_x = cells.x;
    board.label_y = cells.y;
  } else if (cells.x >= 0 && cells.y >= 0 && board.label_x >= 0 && board.label_y >= 0) {
    // The label uses the names of the first form for all cells.
    const auto widen = [&](int first, int other) {
      Type& type = entry_of(body.frame.locals, first).type;
      const Type& more = entry_of(body.frame.locals, other).type;
      type.lo = std::min(type.lo, more.lo);
      type.hi = std::max(type.hi, more.hi);
    };
    widen(board.label_x, cells.x);
    widen(board.label_y, cells.y);
  }
  board.cells.push_back(std::move(cells));
  body.leave(scope);
}

void check_board(Context& context, const tree::Decl& decl, rules::Board& board, const tree::Decl* use) {
  const auto& parts = decl.as<tree::BoardDecl>();
  board.name = decl.name.text;
  board.span = use != nullptr ? use->head : decl.head;
  Body body(context, Place::board);
  if (!body.parameters(parts.params)) context.silence.lose_space();
  if (use != nullptr && !check_arguments(context, decl, *use, body, board)) return context.silence.lose_space();
  for (const tree::Decl& let : parts.lets) {
    Maybe value = body.expr(let.as<tree::LetDecl>().value);
    const int slot = body.bind(let.name, value ? std::optional<Type>(value->type) : std::nullopt);
    if (value && slot >= 0) board.lets.emplace_back(slot, std::move(*value));
  }
  constexpr std::size_t kMost = 2 * rules::kMostWraps;
  if (parts.wraps.size() > kMost)
    context.report.error(Code::G0414, parts.wraps[kMost].span, "a board wraps in at most two directions");
  for (std::size_t i = 0; i + 1 < parts.wraps.size(); i += 2) {
    Maybe x = body.number(parts.wraps[i]);
    Maybe y = body.number(parts.wraps[i + 1]);
    if (x && y) board.wraps.emplace_back(std::move(*x), std::move(*y));
  }
  if (parts.cells.empty())
    return context.report.say(Code::G0405, decl.head, "the board has no `cells`",
                              {.help = "as in `cells x in 1..width, y in 1..height`"});
  std::int64_t most_cells = 0;
  for (const tree::CellsDecl& form : parts.cells) {
    check_cells(context, form, body, board);
    most_cells = std::min(kMostCells, most_cells + most_of(board.cells.back(), body));
  }
  if (!context.script.is_library) context.board_is_read(std::max<std::int64_t>(1, most_cells));
  body.show(parts.cells.front().x.text, board.label_x);
  body.show(parts.cells.front().y.text, board.label_y);
  if (parts.labels.empty())
    return context.report.say(Code::G0405, decl.head, "the board has no `label`",
                              {.help = "as in `label \"{lower(x)}{y}\"`"});
  for (const tree::LabelDecl& each : parts.labels) check_label(context, each, body, board);
  board.frame = std::move(body.frame);
}

/// All lattices and boards of a library.
void check_spaces(Context& context) {
  std::vector<rules::Lattice> lattices;
  for (const auto& [name, decl] : context.names.own()) {
    if (decl->kind != tree::DeclKind::lattice) continue;
    rules::Lattice lattice;
    if (!read_lattice(context, *decl, lattice)) continue;
    name_directions(context, lattice, decl->name.span);
    check_lattice(context, *decl, lattice);
    lattices.push_back(std::move(lattice));
  }
  // With one lattice, all directions are its own; with several, a direction may be of any of them.
  if (lattices.size() == 1) {
    context.rules.lattice = std::move(lattices.front());
    context.lattice_is_read();
  }
  for (const auto& [name, decl] : context.names.own()) {
    if (decl->kind != tree::DeclKind::board) continue;
    rules::Board board;
    lattice_of(context, *decl);
    check_board(context, *decl, board, nullptr);
    context.names.forget_labels();
  }
}

}  // namespace

void check_space(Context& context) {
  if (context.script.is_library) return check_spaces(context);
  if (context.parts.board == nullptr) return;
  const tree::Decl& written = *context.parts.board;
  const tree::Decl* shape = &written;
  if (written.kind == tree::DeclKind::use_board)
    shape = declared(context, written.name, Sort::board,
                     "use a board of a library (`use hex`, `use square`), or write one: `board on ... { }`");
  const tree::Decl* lattice = shape != nullptr ? lattice_of(context, *shape) : nullptr;
  if (lattice == nullptr || !read_lattice(context, *lattice, context.rules.lattice))
    return context.silence.lose_space();
  name_directions(context, context.rules.lattice, lattice->name.span);
  context.lattice_is_read();
  check_lattice(context, *lattice, context.rules.lattice);
  const auto* use = written.get_if<tree::UseBoardDecl>();
  const std::int64_t stacks = use != nullptr ? use->stacks : written.as<tree::BoardDecl>().stacks;
  context.rules.board.stacks = static_cast<int>(stacks);
  if (stacks < 1 || stacks > kHighestStack) {
    context.report.error(Code::G0310, written.head,
                         "a stack can have 1 to " + std::to_string(kHighestStack) + " pieces");
    context.rules.board.stacks = 1;
  }
  check_board(context, *shape, context.rules.board, use != nullptr ? &written : nullptr);
}

}  // namespace glint::lang::checking
