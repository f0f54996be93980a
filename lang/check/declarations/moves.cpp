// Moves: their statements, and the notation that names their runs.
#include "lang/check/declarations/declarations.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "lang/check/body/body.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {

namespace {

/// True if a later statement of the move, `offer x == E`, decides which one subset is listed.
bool offers_one(const tree::Block& block, const std::string& name) {
  bool after = false;
  for (const tree::Stmt& stmt : block) {
    if (stmt.kind == tree::StmtKind::pick && stmt.name.text == name) after = true;
    if (!after || stmt.kind != tree::StmtKind::offer || stmt.exprs.empty()) continue;
    const tree::Expr& test = stmt.exprs.front();
    if (test.kind != tree::ExprKind::binary || test.op != tree::BinaryOp::eq) continue;
    for (const std::size_t side : {0U, 1U}) {
      const tree::Expr& one = test.kids[side];
      if (one.kind == tree::ExprKind::name && one.name.text == name && !mentions(test.kids[1 - side], name))
        return true;
    }
  }
  return false;
}

void picked(const tree::Block& block, std::vector<std::string>& names) {
  for (const tree::Stmt& stmt : block) {
    if (stmt.kind == tree::StmtKind::pick) names.push_back(stmt.name.text);
    picked(stmt.body, names);
    picked(stmt.other, names);
  }
}

void check_notation(Context& context, const tree::MoveDecl& decl, Body& body, rules::Move& move) {
  move.notation.span = decl.notation.span;
  std::map<int, Span> shown;  // by local
  const std::vector<std::string> names = names_of(body.picks);
  bool wrong_hole = false;
  std::vector<std::string> all_names;
  picked(decl.body, all_names);
  // Picks that were refused, about which nothing more is reported.
  std::set<std::string> wrong_names(all_names.begin(), all_names.end());
  for (const std::string& name : names) wrong_names.erase(name);
  for (const tree::TextPart& part : decl.notation.parts) {
    rules::TextPart made;
    made.literal = part.literal;
    made.width = part.width;
    made.repeated = part.repeated;
    if (!part.hole.empty()) {
      const tree::Expr& hole = part.hole.front();
      const bool member = hole.kind == tree::ExprKind::member;
      const tree::Expr& inner = member ? hole.kids.front() : hole;
      const auto pick = std::find_if(body.picks.begin(), body.picks.end(), [&](const Body::Pick& each) {
        return inner.kind == tree::ExprKind::name && each.name == inner.name.text && each.repeated == part.repeated;
      });
      if (pick == body.picks.end()) {
        if (inner.kind == tree::ExprKind::name && std::count(names.begin(), names.end(), inner.name.text) != 0) {
          const std::string& name = inner.name.text;
          wrong_hole = true;
          if (std::count(all_names.begin(), all_names.end(), name) != std::count(names.begin(), names.end(), name))
            continue;
          if (part.repeated)
            context.report.error(Code::G0409, hole.span,
                                 marked(name) + " is picked once, so it stands outside of the part that is repeated");
          else
            context.report.error(Code::G0409, hole.span, marked(name) + " is picked in each round of a loop",
                                 {.help = "write what stands once for each round as " +
                                          marked("{" + made.literal + "{" + name + "}...}")});
          continue;
        }
        if (inner.kind == tree::ExprKind::name && wrong_names.count(inner.name.text) != 0) continue;
        wrong_hole = true;
        if (inner.kind == tree::ExprKind::name && context.silence.lost(inner.name.text)) continue;
        Diagnostic& error =
            context.report.error(Code::G0409, hole.span,
                                 inner.kind == tree::ExprKind::name
                                     ? marked(inner.name.text) + " is not a pick of this move"
                                     : "a placeholder in a notation is a pick, or a coordinate or field of one",
                                 {.meant = inner.kind == tree::ExprKind::name ? nearest(inner.name.text, names) : ""});
        if (!names.empty()) error.help = "it picks " + listed(names, "and");
        continue;
      }
      const auto [place, first] = shown.emplace(pick->local, hole.span);
      if (!first) {
        context.report.error(Code::G0408, hole.span, marked(pick->name) + " is in the notation twice",
                             {.others = {{place->second, "first here"}}});
        continue;
      }
      if (part.width > 0) {
        context.report.error(Code::G0409, part.span, "a notation shows each pick whole, so that it can be read back");
        continue;
      }
      Maybe value = about(pick->local, node(Op::local, pick->type, inner.span));
      if (member) value = Members(body).member(std::move(*value), hole.name, hole.span);
      if (!value) continue;
      const bool readable = !member || value->op == Op::x_of || value->op == Op::y_of || value->op == Op::field;
      if (!readable) {
        context.report.error(Code::G0409, hole.span, "only a coordinate or a field of a pick can be in a notation");
        continue;
      }
      made.hole = std::move(value);
    }
    move.notation.parts.push_back(std::move(made));
  }
  for (const Body::Pick& pick : body.picks) {
    // A wrong hole may be meant for this pick, and was reported.
    if (shown.count(pick.local) != 0 || wrong_hole) continue;
    // `{x...}` repeats the letter x; `{{x}...}` the pick.
    const std::string bare = "{" + pick.name + "...}", right = "{{" + pick.name + "}...}";
    const std::size_t at = context.sources.text(decl.notation.span).find(bare);
    if (pick.repeated && at != std::string_view::npos) {
      const auto begin = static_cast<std::uint32_t>(decl.notation.span.begin + at);
      const Span bare_at{decl.notation.span.file, begin, begin + static_cast<std::uint32_t>(bare.size())};
      context.report.error(Code::G0408, bare_at, marked(pick.name) + " needs braces of its own in what is repeated",
                           {.help = "write " + marked(right), .mends = {{"write " + marked(right), bare_at, right}}});
      continue;
    }
    context.report.error(Code::G0408, pick.span, marked(pick.name) + " is not in the notation",
                         {.help = pick.repeated ? "the text must determine the move: add `{-{" + pick.name +
                                                      "}...}`, which stands once for each round"
                                                : "the text must determine the move: add `{" + pick.name +
                                                      "}`, or a coordinate or field of it",
                          .others = {{decl.notation.span, "the notation"}}});
  }
}

/// Adds the names of the moves that `after NAME` means: that move; or those of the group, with what may be chosen in
/// their place (`chosen`).
void add_meant(const Context& context, const std::string& name, bool chosen, std::set<std::string>& moves) {
  const auto found = context.names.globals().find(name);
  if (found == context.names.globals().end() || (chosen && !moves.insert(name).second)) return;
  moves.insert(name);
  const bool is_group = found->second.sort == Sort::group;
  if (is_group)
    for (const tree::Name& each : names_of(*found->second.decl)) add_meant(context, each.text, true, moves);
  if (!is_group && !chosen) return;
  const auto beside = context.parts.beside.find(name);
  if (beside == context.parts.beside.end()) return;
  for (const tree::Decl* each : beside->second) add_meant(context, each->name.text, true, moves);
}

/// The words of a notation with the types of its holes, for this many rounds. Moves that can have the same text have
/// the same shape.
std::string shape_of(const rules::Text& notation, int rounds) {
  std::string shape;
  const auto begin = notation.parts.begin(), end = notation.parts.end();
  const auto is_repeated = [](const rules::TextPart& part) { return part.repeated; };
  const auto first = std::find_if(begin, end, is_repeated), last = std::find_if_not(first, end, is_repeated);
  const auto add = [&](const rules::TextPart& part) {
    shape += part.literal;
    shape += '\0';
    if (part.hole)
      shape +=
          std::to_string(static_cast<int>(part.hole->type.base)) + "." + std::to_string(part.hole->type.enumeration);
  };
  std::for_each(begin, first, add);
  for (int round = 0; round < rounds; ++round) std::for_each(first, last, add);
  std::for_each(last, end, add);
  return shape;
}

/// One for each number of rounds that another move might have picks for.
std::vector<std::string> shapes_of(const rules::Text& notation) {
  constexpr int kMostCompared = 12;
  std::vector<std::string> shapes{shape_of(notation, 1)};
  for (int rounds = 2; rounds <= kMostCompared; ++rounds)
    if (std::string shape = shape_of(notation, rounds); shape != shapes.back()) shapes.push_back(std::move(shape));
  return shapes;
}

/// `reported`: pairs of moves that were reported already.
void check_choices_differ(Context& context, const rules::Block& block, std::set<std::pair<int, int>>& reported) {
  for (const rules::Stmt& stmt : block) {
    check_choices_differ(context, stmt.body, reported);
    check_choices_differ(context, stmt.other, reported);
    std::map<std::string, int> shapes;
    for (const int index : stmt.moves) {
      const rules::Move& move = entry_of(context.rules.moves, index);
      if (context.names.find(move.name)->is_unclear) continue;
      const rules::Move* same = nullptr;
      for (const std::string& shape : shapes_of(move.notation)) {
        const auto [place, fresh] = shapes.emplace(shape, index);
        if (!fresh && !same && reported.insert({place->second, index}).second)
          same = &entry_of(context.rules.moves, place->second);
      }
      if (!same) continue;
      const rules::Move& other = *same;
      context.report.error(
          Code::G0411, move.notation.span,
          marked(move.name) + " and " + marked(other.name) + " have the same notation, and one choice has both",
          {.help = "add a word to one of them",
           .others = {{other.notation.span, "the notation of " + marked(other.name)}}});
    }
  }
}

/// Reports a move that an `after`, a `beside` or a group names a second time.
void check_named_once(Context& context, const std::vector<tree::Name>& names) {
  std::map<std::string, Span> seen;
  for (const tree::Name& name : names) {
    const auto [first, fresh] = seen.emplace(name.text, name.span);
    if (fresh) continue;
    context.report.error(Code::G0404, name.span, marked(name.text) + " is named here twice",
                         {.others = {{first->second, "the first is here"}}});
  }
}

}  // namespace

const Global* find_move(Context& context, const tree::Name& name) {
  const Global* found = context.names.find(name.text);
  if (found != nullptr && (found->sort == Sort::move || found->sort == Sort::group)) return found;
  context.names.unknown(name, "move", context.names.names_of({Sort::move, Sort::group}));
  return nullptr;
}

void find_afters(Context& context) {
  std::set<std::string> all;
  for (const auto& [name, global] : context.names.globals())
    if (global.sort == Sort::move) all.insert(name);
  for (const tree::Decl* after : context.parts.afters) {
    std::set<std::string> moves;
    const std::vector<tree::Name>& names = names_of(*after);
    for (const tree::Name& name : names) add_meant(context, name.text, false, moves);
    if (names.empty()) moves = all;
    constexpr std::int64_t kOfByte = 8;  // work for a byte that is written into a move
    const std::int64_t units = kOfByte * (after->span.end - after->span.begin) * static_cast<std::int64_t>(moves.size());
    if (!context.spend(after->head, units, "`after` adds too many lines to moves")) return;
    for (const std::string& move : moves) context.afters[move].push_back(after);
  }
}

void reserve_move(Context& context, Global& global) {
  if (global.index >= 0) return;
  if (context.rules.moves.size() == kMostDeclaredMoves)
    context.report.error(Code::G0412, global.decl->name.span,
                         "more than " + std::to_string(kMostDeclaredMoves) + " moves are too many");
  global.index = add_entry(context.rules.moves, {});
  context.rules.moves.back().name = global.decl->name.text;
  context.rules.moves.back().span = global.decl->name.span;
}

void check_move(Context& context, Global& global) {
  reserve_move(context, global);
  const tree::Decl& decl = *global.decl;
  const auto& parts = decl.as<tree::MoveDecl>();
  rules::Move move;
  move.name = decl.name.text;
  move.doc = decl.doc;
  move.span = decl.name.span;
  Body body(context, Place::move);
  for (const tree::Name& beside : parts.beside) find_move(context, beside);
  check_named_once(context, parts.beside);
  body.move_lines(decl, context.afters[move.name], move.body);
  check_notation(context, parts, body, move);
  std::size_t shown = 0;
  for (const rules::TextPart& part : move.notation.parts) shown += part.hole ? 1 : 0;
  std::vector<std::string> all_picks;
  picked(parts.body, all_picks);
  if (shown != all_picks.size()) global.is_unclear = true;
  for (const Body::Pick& pick : body.picks) {
    if (!pick.some_of || offers_one(parts.body, pick.name)) continue;
    context.report.error(Code::G0410, pick.span, "no list of subsets is offered for " + marked(pick.name),
                         {.help = "list one of them: `offer " + pick.name +
                                  " == ...` after the pick; all others are accepted if written out"});
  }
  move.frame = std::move(body.frame);
  if (!global.is_unclear && !context.silence.space_is_lost())
    check_separable(move, context.rules, context.names.labels(), context.report, context.work);
  entry_of(context.rules.moves, global.index) = std::move(move);
}

void check_group(Context& context, Global& global) {
  Body body(context, Place::play);
  std::vector<int> all;
  bool good = true;
  const std::vector<tree::Name>& names = names_of(*global.decl);
  for (const tree::Name& name : names) {
    const std::vector<int> moves = body.moves_chosen(name);
    good = good && !moves.empty();
    for (const int move : moves)
      if (std::find(all.begin(), all.end(), move) == all.end()) all.push_back(move);
  }
  check_named_once(context, names);
  if (good) body.add_beside(global.decl->name.text, all);
  if (!good) return;
  global.moves = std::move(all);
  global.index = 0;
}

void check_afters(Context& context) {
  for (const tree::Decl* after : context.parts.afters) {
    for (const tree::Name& name : names_of(*after)) find_move(context, name);
    check_named_once(context, names_of(*after));
  }
}

void check_choices_differ(Context& context, const rules::Block& play) {
  std::set<std::pair<int, int>> reported;
  check_choices_differ(context, play, reported);
}

}  // namespace glint::lang::checking
