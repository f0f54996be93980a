#include "interpreter/describe/sentences.hpp"

#include <algorithm>
#include <utility>

#include "interpreter/program/values.hpp"
#include "lang/rules/walk.hpp"
#include "lang/source/text.hpp"

namespace glint::describe {

using rules::Base;
using rules::Block;
using rules::Expr;
using rules::Op;
using rules::Stmt;
using rules::StmtKind;

namespace {
/// A phrase that is put in the place of a parameter, in characters.
constexpr std::size_t kLongest = 60;
/// Effects that are told where they happen, in one body; effects may call effects without end, or nearly.
constexpr int kMostCalls = 200;
/// A line with the only one below it, in characters.
constexpr std::size_t kLongestJoined = 130;

/// A head with a single sentence below it becomes one line.
std::vector<Line> joined_lines(std::vector<Line> lines) {
  for (std::size_t i = lines.size(); i-- > 1;) {
    Line& head = lines[i - 1];
    const Line& only = lines[i];
    const bool is_only = head.text.ends_with(':') && only.depth == head.depth + 1 &&
                         (i + 1 == lines.size() || lines[i + 1].depth <= head.depth);
    if (!is_only || unmarked(only.text).find(':') != std::string::npos ||
        unmarked(head.text).size() + unmarked(only.text).size() > kLongestJoined)
      continue;
    std::string rest = only.text;
    if (rest[0] >= 'A' && rest[0] <= 'Z') rest[0] = static_cast<char>(rest[0] - 'A' + 'a');
    head.text += " " + rest;
    head.message = only.message;
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return lines;
}
}  // namespace

std::vector<Line> Sentences::of(const rules::Frame& frame, const Block& block) {
  lines_.clear();
  offers_.clear();
  aside_.clear();
  ways_.clear();
  next_picks_.clear();
  has_ended_ = false;
  calls_ = 0;
  const Telling body(speech_.scope(), frame);
  tell(block, 0);
  if (aside_.empty() && !offers_.empty())
    aside_ = sentence("This move is in lists of moves, and bots choose it, only if " + lang::joined(offers_, ", and ")) +
             " You can write it whenever it is allowed.";
  if (!ways_.empty()) aside_ += (aside_.empty() ? "" : " ") + ways_;
  return joined_lines(std::move(lines_));
}

/// A block that may not be reached, or more than once: what is behind it may still follow.
void Sentences::tell_inner(const Block& block, int depth) {
  tell(block, depth);
  has_ended_ = false;
}

void Sentences::tell(const Block& block, int depth) {
  for (const Stmt& stmt : block) {
    tell(stmt, depth);
    if (has_ended_) break;  // nothing behind it is ever reached
  }
}

void Sentences::say_refusal(int depth, const std::string& text, const Stmt& stmt) {
  const std::string message = stmt.message.empty() ? "" : speech_.text_with_holes(stmt.message);
  say(depth, text + quoted_refusal(message));
  lines_.back().message = message;
}

std::string Sentences::picked(const Stmt& stmt) {
  const std::string name = (next_picks_.contains(stmt.ref) ? "the next " : "") + speech_.scope().local(stmt.ref);
  if (stmt.some_of) return "choose " + name + ": any number of " + speech_.place(stmt.exprs[0]);
  return "choose " + name + ": " + speech_.one_of(stmt.exprs[0]);
}

std::string Sentences::assigned(const std::string& target, const Stmt& stmt, const rules::Type& type) {
  const Expr value = speech_.scope().fold(stmt.exprs[0]);
  const auto number = constant_of(value);
  const std::string amount =
      type.is_set && (type.base == Base::cell || type.base == Base::edge) ? speech_.place(value) : speech_.noun(value);
  switch (stmt.assign) {
    case lang::AssignOp::set:
      if (type.is_set && value.op == Op::set && value.kids.empty()) return target + " becomes empty";
      return target + " becomes " + amount;
    case lang::AssignOp::add:
      if (type.base == Base::number) return target + " goes up by " + amount;
      if (type.base == Base::player)
        return target + " becomes the next player" + (number && *number == 1 ? "" : ", " + amount + " times");
      return target + " turns by " +
             (number && *number < 0
                  ? std::to_string(-*number) + (*number == -1 ? " notch" : " notches") + " to the left"
                  : amount + (number && *number == 1 ? " notch" : " notches") + " to the right");
    case lang::AssignOp::subtract:
      if (type.base == Base::number) return target + " goes down by " + amount;
      return target + " turns by " + amount + " notches to the left";
    case lang::AssignOp::unite:
      return target + " gains " + amount;
    case lang::AssignOp::intersect:
      return target + " keeps only what is in " + amount;
    case lang::AssignOp::toggle:
      if (is_single(value, false)) return target + " gains " + amount + ", or loses it if it has it already";
      return target + " gains what it lacks of " + amount + ", and loses what it has of it";
  }
  return target;
}

std::string Sentences::put(const Stmt& stmt) {
  const rules::Kind& kind = rules_.kinds[static_cast<std::size_t>(stmt.ref)];
  std::string piece = spoken(kind.name);
  std::string owner;
  if (kind.owned && !kind.owner_from && stmt.exprs.size() > 1) {
    owner = speech_.noun(stmt.exprs[1]);
    piece = owner == "you" ? "one of your " + plural(piece) : with_article(piece + " of " + owner);
  } else {
    piece = with_article(piece);
  }
  std::vector<std::string> fields;
  std::string facing;
  for (std::size_t i = 0; i < stmt.inits.size() && i < kind.fields.size(); ++i) {
    const std::string name = spoken(rules_.fields[static_cast<std::size_t>(kind.fields[i])].name);
    if (name == "facing")
      facing = ", facing " + speech_.noun(stmt.inits[i]) + ",";
    else
      fields.push_back(name + " " + speech_.noun(stmt.inits[i]));
  }
  return "put " + piece + (fields.empty() ? "" : " with " + listed(fields)) + facing + " on " +
         speech_.place(stmt.exprs[0]);
}

std::string Sentences::drawn(const Stmt& stmt) {
  const bool is_local = stmt.number == 1;
  const std::string what = is_local ? speech_.scope().local(stmt.ref) : speech_.variable(stmt.ref);
  if (stmt.bag >= 0) return "draw " + what + " from the bag " + speech_.variable(stmt.bag);
  if (stmt.exprs.size() > 1)
    return "chance decides " + what + ": " + speech_.noun(stmt.exprs[1]) + " of the " + speech_.all_of(stmt.exprs[0]);
  return "chance decides " + what + ": " + speech_.one_of(stmt.exprs[0]);
}

void Sentences::branch(const Stmt& stmt, int depth) {
  const Expr condition = speech_.scope().fold(stmt.exprs[0]);
  if (const auto known = constant_of(condition)) return tell(*known ? stmt.body : stmt.other, depth);
  say(depth, "if " + speech_.clause(condition) + ":");
  tell_inner(stmt.body, depth + 1);
  if (stmt.other.empty()) return;
  if (stmt.other.size() == 1 && stmt.other[0].kind == StmtKind::if_) {
    const Expr next = speech_.scope().fold(stmt.other[0].exprs[0]);
    if (!constant_of(next)) {
      Stmt chained = stmt.other[0];
      lines_.push_back({depth, sentence("Otherwise, if " + speech_.clause(next) + ":")});
      tell_inner(chained.body, depth + 1);
      if (chained.other.empty()) return;
      lines_.push_back({depth, "Otherwise:"});
      return tell_inner(chained.other, depth + 1);
    }
  }
  lines_.push_back({depth, "Otherwise:"});
  tell_inner(stmt.other, depth + 1);
}

/// A loop over a few known values, whose numbers the body asks for, is told for each of them.
bool Sentences::unrolled(const Stmt& stmt, int depth) {
  constexpr std::int64_t kMost = 6;
  const Expr set = speech_.scope().fold(stmt.exprs[0]);
  if (set.op != Op::all || set.type.base != Base::enumeration || stmt.exprs.size() > 1) return false;
  bool asks = false;
  rules::walk(stmt.body, [&](const Expr& each) {
    asks = asks || (each.op == Op::index_of && each.kids[0].op == Op::local && each.kids[0].ref == stmt.ref);
  });
  const std::int64_t size = domain_size(rules_, set.type);
  if (!asks || size > kMost || std::exchange(is_unrolling_, true)) return false;
  for (std::int64_t i = 0; i < size; ++i) {
    const Expr value = constant(set.type, i);
    speech_.scope().know(stmt.ref, &value);
    say(depth, "for " + value_words(rules_, value.type, i) + ":");
    tell_inner(stmt.body, depth + 1);
    speech_.scope().know(stmt.ref, nullptr);
  }
  is_unrolling_ = false;
  return true;
}

/// An effect is told where it happens, with what it is given in the place of its parameters.
void Sentences::call(const Stmt& stmt, int depth) {
  const rules::Effect& effect = rules_.effects[static_cast<std::size_t>(stmt.ref)];
  if (++calls_ > kMostCalls) return say(depth, "do " + speech_.source(stmt.span));
  std::vector<std::string> given;
  std::vector<std::optional<Expr>> values;
  for (const Expr& argument : stmt.exprs) {
    const Expr value = speech_.scope().fold(argument);
    values.push_back(constant_of(value) ? std::optional(value) : std::nullopt);
    given.push_back(argument.type.is_set ? speech_.place(value) : speech_.noun(value));
  }
  const Telling body(speech_.scope(), effect.frame);
  for (std::size_t i = 0; i < given.size(); ++i) {
    // A long phrase is said once, and then by the name of the parameter.
    if (unmarked(given[i]).size() > kLongest)
      say(depth, "let " + speech_.scope().local(static_cast<int>(i)) + " be " + given[i]);
    else
      speech_.scope().name_local(static_cast<int>(i), given[i]);
    if (values[i]) speech_.scope().know(static_cast<int>(i), &*values[i]);
  }
  tell(effect.body, depth);
}

/// "If none is possible": a move that lists never have, such as one to give up, does not count.
std::string Sentences::none_of(const std::vector<int>& moves) const {
  std::vector<std::string> counting;
  bool only_listed = false;
  for (const int move : moves) {
    const rules::Move& each = rules_.moves[static_cast<std::size_t>(move)];
    bool never = false, sometimes = false;
    for (const Stmt& stmt : each.body)
      if (stmt.kind == StmtKind::offer && !stmt.some_of) (stmt.exprs.empty() ? never : sometimes) = true;
    if (!never) counting.push_back(term(each.name));
    only_listed = only_listed || (sometimes && !never);
  }
  const std::string possible = only_listed ? "in the list of moves" : "possible";
  if (counting.size() == moves.size() || counting.empty()) return "If none is " + possible;
  if (counting.size() == 1) return "If " + counting[0] + " is not " + possible;
  if (counting.size() == 2) return "If neither " + counting[0] + " nor " + counting[1] + " is " + possible;
  return "If none of " + listed(counting) + " is " + possible;
}

/// Whether a set surely has at most one element.
bool Sentences::is_single(const Expr& set, bool look_at_variables) const {
  if (!set.type.is_set) return true;
  switch (set.op) {
    case Op::set:
      return set.kids.empty() || (set.kids.size() == 1 && is_single(set.kids[0], look_at_variables));
    case Op::intersect:
    case Op::at_cells:
      return is_single(set.kids[0], look_at_variables) || is_single(set.kids[1], look_at_variables);
    case Op::subtract_set:
    case Op::off_cells:
      return is_single(set.kids[0], look_at_variables);
    case Op::variable:
      return look_at_variables && holds_one_at_most(set.ref);
    default:
      return false;
  }
}

/// Whether nothing that is ever done gives this variable more than one element.
bool Sentences::holds_one_at_most(int variable) const {
  bool holds = is_single(rules_.variables[static_cast<std::size_t>(variable)].initial, false);
  const auto look = [&](const Block& block) {
    rules::for_each_stmt(block, [&](const Stmt& stmt) {
      if (stmt.ref != variable) return;
      if (stmt.kind == StmtKind::draw && stmt.number != 1) holds = holds && stmt.exprs.size() < 2;
      if (stmt.kind != StmtKind::assign) return;
      if (stmt.assign == lang::AssignOp::set)
        holds = holds && is_single(stmt.exprs[0], false);
      else if (stmt.assign == lang::AssignOp::unite || stmt.assign == lang::AssignOp::toggle)
        holds = false;
    });
  };
  look(rules_.setup.body);
  look(rules_.play.body);
  for (const rules::Move& move : rules_.moves) look(move.body);
  for (const rules::Effect& effect : rules_.effects) look(effect.body);
  return holds;
}

void Sentences::choose(const Stmt& stmt, int depth) {
  std::vector<std::string> names;
  for (const int move : stmt.moves) names.push_back(term(rules_.moves[static_cast<std::size_t>(move)].name));
  const bool together = stmt.kind == StmtKind::together;
  const std::string who = together            ? "all players choose at the same time and in secret: "
                          : names.size() == 1 ? "make the move "
                                              : "choose a move: ";
  say(depth, who + listed(names, "or"));
  if (!stmt.has_else) return;
  if (together) return say(depth, "A player for whom none of these is possible does not choose");
  const std::string none = none_of(stmt.moves);
  if (stmt.other.empty()) return say(depth, none + ", the turn passes");
  const std::size_t first = lines_.size();
  say(depth, none + ":");
  tell_inner(stmt.other, depth + 1);
  // A single sentence goes on behind the condition.
  if (lines_.size() == first + 2 && !lines_.back().text.ends_with(':')) {
    std::string rest = lines_.back().text;
    lines_.pop_back();
    if (rest.starts_with("The game ends: "))
      rest = rest.substr(15);
    else if (rest[0] >= 'A' && rest[0] <= 'Z')
      rest[0] = static_cast<char>(rest[0] - 'A' + 'a');
    lines_.back().text = none + ", " + rest;
  }
}

/// What tells runs of a move from each other, without what is the same in all.
std::vector<std::string> Sentences::values_of(const Stmt& stmt) {
  std::vector<std::string> all;
  for (const Expr& each : stmt.exprs) {
    const Expr value = speech_.scope().fold(each);
    if (!constant_of(value)) all.push_back(value.type.is_set ? speech_.place(value) : speech_.noun(value));
  }
  return all;
}

void Sentences::tell(const Stmt& stmt, int depth) {
  switch (stmt.kind) {
    case StmtKind::pick: {
      speech_.gave_up();
      const std::string words = picked(stmt);
      if (speech_.gave_up()) return say_refusal(depth, words, stmt);
      return say(depth, words);  // the message says the same again
    }
    case StmtKind::require: {
      const Expr condition = speech_.scope().fold(stmt.exprs[0]);
      if (constant_of(condition).value_or(0) != 0) return;
      return say_refusal(depth, "only allowed if " + speech_.clause(condition), stmt);
    }
    case StmtKind::require_most: {
      const std::vector<std::string> numbers = values_of(stmt);
      if (numbers.empty()) return;
      return say_refusal(depth, "of the ways of making this move only those are allowed in which " +
                                    lang::joined(numbers, " is greatest; of these, those in which ") + " is greatest", stmt);
    }
    case StmtKind::offer_once:
      ways_ = "Ways of making this move that agree in " + listed(values_of(stmt)) + " count as one.";
      return;
    case StmtKind::offer:
      // Told at the end, as it forbids nothing.
      if (stmt.exprs.empty())
        aside_ =
            "This move is in no list of moves, and bots do not choose it. You can write it whenever it is allowed.";
      else if (stmt.some_of)
        ways_ = "People who play are not shown it: it is theirs to find.";
      else
        offers_.push_back(speech_.clause(stmt.exprs[0]));
      return;
    case StmtKind::let: {
      const Expr value = speech_.scope().fold(stmt.exprs[0]);
      return say(depth, "let " + speech_.scope().local(stmt.ref) + " be " + speech_.noun(value));
    }
    case StmtKind::assign: {
      const rules::Variable& variable = rules_.variables[static_cast<std::size_t>(stmt.ref)];
      const std::string name = speech_.variable(stmt.ref);
      const std::string target = stmt.exprs.size() > 1 ? speech_.belonging(name, speech_.noun(stmt.exprs[1])) : name;
      return say(depth, assigned(target, stmt, variable.type));
    }
    case StmtKind::assign_field: {
      if (stmt.ref < 0)
        return say(depth, assigned(speech_.belonging("owner", speech_.noun(stmt.exprs[1])), stmt, {Base::player}));
      const rules::PieceField& field = rules_.fields[static_cast<std::size_t>(stmt.ref)];
      return say(depth, assigned(speech_.belonging(spoken(field.name), speech_.noun(stmt.exprs[1])), stmt, field.type));
    }
    case StmtKind::put:
      return say(depth, put(stmt));
    case StmtKind::map:
      return say(depth, "put the pieces on the board as they are drawn");
    case StmtKind::remove:
      return say(depth, "remove " + speech_.pieces_on(stmt.exprs[0]));
    case StmtKind::move:
      return say(depth, "move " + speech_.pieces_on(stmt.exprs[0]) + " to " + speech_.place(stmt.exprs[1]));
    case StmtKind::swap:
      return say(depth, "swap " + speech_.pieces_on(stmt.exprs[0]) + " and " + speech_.pieces_on(stmt.exprs[1]));
    case StmtKind::if_:
      return branch(stmt, depth);
    case StmtKind::for_: {
      if (unrolled(stmt, depth)) return;
      const bool is_space = stmt.exprs[0].type.base == Base::cell || stmt.exprs[0].type.base == Base::place;
      if (is_space && stmt.exprs.size() == 1 && is_single(speech_.scope().fold(stmt.exprs[0]))) {
        say(depth, "if " + speech_.there_is(stmt.exprs[0], stmt.ref) + ":");
        return tell_inner(stmt.body, depth + 1);
      }
      std::string head = "for " + speech_.each_of(stmt.exprs[0], stmt.ref);
      if (stmt.exprs.size() > 1) head += ", as long as " + speech_.clause(stmt.exprs[1]);
      say(depth, head + ":");
      return tell_inner(stmt.body, depth + 1);
    }
    case StmtKind::end: {
      const std::string result = stmt.result ? speech_.result(*stmt.result) : "the game ends";
      has_ended_ = stmt.exprs.empty();
      if (stmt.exprs.empty()) {
        const bool is_rest =
            !lines_.empty() && lines_.back().depth == depth && lines_.back().text.starts_with("The game ends if ");
        return say(depth, (is_rest ? "otherwise the game ends: " : "the game ends: ") + result);
      }
      const Expr condition = speech_.scope().fold(stmt.exprs[0]);
      if (const auto known = constant_of(condition)) {
        has_ended_ = *known != 0;
        if (*known) say(depth, "the game ends: " + result);
        return;
      }
      return say(depth, "the game ends if " + speech_.clause(condition) + ": " + result);
    }
    case StmtKind::call:
      return call(stmt, depth);
    case StmtKind::draw:
      return say(depth, drawn(stmt));
    case StmtKind::turn: {
      if (stmt.each) {
        const bool alone = rules_.players.size() == 1;
        say(depth, alone ? "in a turn:" : "each player in turn, " + rules_.players[0].name + " first:");
      } else {
        std::string whose = speech_.noun(stmt.exprs[0]);
        say(depth, "it is the turn of " + whose + ":");
      }
      return tell_inner(stmt.body, depth + 1);
    }
    case StmtKind::choose:
    case StmtKind::together:
      return choose(stmt, depth);
    case StmtKind::rounds: {
      std::string head = "do this once, and then again";
      if (stmt.some_of) head += ", as often as you like";
      if (stmt.exprs.size() > 1) head += ", at most " + speech_.noun(stmt.exprs[1]) + " times in all";
      if (stmt.some_of || stmt.exprs.size() > 1) head += ",";
      say(depth, head + " as long as " + speech_.clause(stmt.exprs[0]) + ":");
      for (const auto& carried : stmt.carried) next_picks_.insert(carried.second);
      return tell_inner(stmt.body, depth + 1);
    }
    case StmtKind::repeat: {
      const Expr until = stmt.exprs.empty() ? Expr{} : speech_.scope().fold(stmt.exprs[0]);
      say(depth, stmt.exprs.empty() ? "again and again, until the game ends:"
                                    : "again and again, until " + speech_.clause(until) + ":");
      return tell_inner(stmt.body, depth + 1);
    }
    default:
      return;  // of tests
  }
}

}  // namespace glint::describe
