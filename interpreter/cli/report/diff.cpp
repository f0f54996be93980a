#include "interpreter/cli/report/diff.hpp"

#include <algorithm>
#include <ostream>
#include <sstream>

#include "interpreter/cli/report/study_words.hpp"
#include "interpreter/cli/table/board.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

constexpr std::size_t kPage = 100;
/// So much is shown of each thing; data has all of it.
constexpr std::size_t kMoves = 8, kRefusals = 3, kCells = 8, kRules = 8, kTextLines = 12, kSteps = 12;

std::string counted(std::uint64_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

/// "boundary (balance = all)": as it was named, with the options that are not as the script has them.
std::string called(const Compared& game) {
  std::string set;
  for (const OptionInfo& option : game.game.options())
    if (option.value != option.initial) set += (set.empty() ? "" : ", ") + option.name + " = " + option.value;
  return lang::shortened(game.name, 60) + (set.empty() ? "" : " (" + set + ")");
}

std::string name_of(const DeclarationChange& change) {
  return (change.library.empty() ? "" : "library " + change.library + ": ") + change.kind +
         (change.name.empty() ? "" : " " + change.name);
}

std::string shown_or(const std::string& text, const std::string& nothing) { return text.empty() ? nothing : text; }

/// Lines of source, each behind the same mark; of many the first ones.
void print_source(std::ostream& out, const std::string& mark, const std::string& text) {
  std::istringstream lines(text);
  std::size_t number = 0;
  std::size_t all = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (std::string line; std::getline(lines, line); ++number) {
    if (number == kTextLines && all > kTextLines + 1) {
      out << mark << "... (" << all - number << " more lines)\n";
      return;
    }
    out << mark << lang::shortened(line, 160) << '\n';
  }
}

void print_text(const TextDiff& text, std::ostream& out) {
  if (text.same()) {
    out << "Text: no rule is written differently\n";
    return;
  }
  std::string headline;
  const auto say = [&headline](std::size_t count, const std::string& what) {
    if (count > 0) headline += (headline.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  };
  say(text.changed.size(), "changed");
  say(text.added.size(), "added");
  say(text.removed.size(), "removed");
  if (!headline.empty()) headline = "declarations: " + headline;
  if (!text.options.empty())
    headline += (headline.empty() ? "" : "; ") + counted(text.options.size(), "option") + " set differently";
  out << "Text: " << headline << '\n';
  for (const OptionChange& option : text.options)
    out << "  option " << option.name << ": " << option.before << ", now " << option.now << '\n';
  for (const DeclarationChange& change : text.changed) {
    out << "  changed " << name_of(change) << '\n';
    for (const PartChange& part : change.parts) {
      const bool added = part.before.text.empty(), removed = part.now.text.empty();
      if (part.what != "it")
        out << "    " << part.what << (added ? " was added" : removed ? " was removed" : " changed") << '\n';
      if (!added) print_source(out, "      - ", part.before.text);
      if (!removed) print_source(out, "      + ", part.now.text);
    }
    if (!change.parts.empty()) continue;
    print_source(out, "      - ", change.before.text);
    print_source(out, "      + ", change.now.text);
  }
  for (const DeclarationChange& change : text.added) {
    out << "  added " << name_of(change) << '\n';
    print_source(out, "      + ", change.now.text);
  }
  for (const DeclarationChange& change : text.removed) {
    out << "  removed " << name_of(change) << '\n';
    print_source(out, "      - ", change.before.text);
  }
}

/// What was looked at, and no more than that.
std::string searched(const PlayDiff& play) {
  std::string text = counted(play.positions, "position");
  if (play.depth) text = "in all lines of up to " + counted(*play.depth, "move") + ", " + text;
  if (play.games > 0) {
    text += ", " + counted(play.games, "random game");
    text += " of up to " + counted(play.plies, "move");
  }
  return text;
}

std::string headline(const PlayDiff& play) {
  if (play.same && play.complete) return "the same, in all " + counted(play.positions, "position") + " that there are";
  if (play.same) return "no difference found: " + searched(play);
  const std::uint64_t moves = play.moves;
  if (play.witness.empty()) return "differs from the start";
  std::string text = moves == 0 ? "differs before the first move" : "differs after " + counted(moves, "move");
  if (play.shortest) return text + (moves > 0 ? ", and not sooner" : "");
  // What was found by chance, and by leaving out moves.
  return text + ", perhaps sooner" +
         (play.depth ? "; not in any line of up to " + counted(*play.depth, "move") : std::string());
}

void print_moves(const std::vector<OnlyOne>& moves, std::uint64_t count, const std::string& mine,
                 const std::string& other, bool draws, std::ostream& out) {
  if (count == 0) return;
  out << "    only in " << mine << " (" << count << "): ";
  const std::size_t shown = std::min(moves.size(), kMoves);
  for (std::size_t i = 0; i < shown; ++i) out << (i > 0 ? "; " : "") << moves[i].move;
  out << (shown < count ? "; ..." : "") << '\n';
  if (draws) return;
  std::vector<std::string> told;
  for (const OnlyOne& one : moves) {
    if (told.size() == kRefusals) break;
    std::string words;
    if (one.refusal) {
      words = one.refusal->message;
      if (one.refusal->line > 0)
        words += "  (" + lang::presentable(one.refusal->file) + ":" + std::to_string(one.refusal->line) + ")";
    } else {
      words = "`" + one.move + "` would be taken, but is not listed";
    }
    // One reason for many moves is told once.
    const std::string reason = one.refusal ? one.refusal->file + std::to_string(one.refusal->line) +
                                                 (one.refusal->line > 0 ? "" : one.refusal->message)
                                           : "";
    if (std::find(told.begin(), told.end(), reason) != told.end()) continue;
    told.push_back(reason);
    out << "      " << other << ": " << words << '\n';
    if (told.size() >= moves.size()) break;
  }
}

void print_light(const std::vector<LightChange>& light, std::ostream& out) {
  if (light.empty()) return;
  out << "  light on " << counted(light.size(), "cell") << '\n';
  for (std::size_t i = 0; i < std::min(light.size(), kCells); ++i)
    out << "    " << light[i].cell << ": " << shown_or(light[i].light.before, "dark") << ", now "
        << shown_or(light[i].light.now, "dark") << '\n';
  if (light.size() > kCells) out << "    ...\n";
}

void print_difference(const Difference& difference, std::ostream& out) {
  const auto say = [&out](const char* what, const BothSay& both) {
    if (both.differs())
      out << "  " << what << ": " << shown_or(both.before, "none") << ", now " << shown_or(both.now, "none") << '\n';
  };
  say("players", difference.players);
  for (std::size_t i = 0; i < std::min(difference.board.size(), kCells); ++i)
    out << (i == 0 ? "  board " : "        ") << difference.board[i] << '\n';
  if (difference.board.size() > kCells)
    out << "        ... (" << counted(difference.board.size() - kCells, "more cell") << ")\n";
  if (difference.error_before.has_value() != difference.error_now.has_value()) {
    const bool was = difference.error_before.has_value();
    out << "  " << (was ? "old" : "new") << " is in error here, and the other is not:\n    "
        << one_line(was ? *difference.error_before : *difference.error_now) << '\n';
  }
  say("to move", difference.to_move);
  say("result", difference.result);
  for (const auto& [player, score] : difference.scores) say(("score of " + player).c_str(), score);
  if (difference.moves_differ || difference.chance_differs) {
    out << "  " << (difference.chance_differs ? "chance: " : "moves: ") << difference.moves_before << ", now "
        << difference.moves_now << '\n';
    print_moves(difference.only_before, difference.only_before_count, "old", "new", difference.chance_differs, out);
    print_moves(difference.only_now, difference.only_now_count, "new", "old", difference.chance_differs, out);
    for (const auto& [value, odds] : difference.weights)
      out << "    " << value << ": " << odds.before << ", now " << odds.now << '\n';
  }
  print_light(difference.light, out);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Without the empty rows above it.
std::string board_text(const Position& position, view::TerminalStyle style) {
  std::ostringstream out;
  print_board(out, position, style);
  const std::string text = out.str();
  const std::size_t first = text.find_first_not_of(" \n");
  return text.substr(first == std::string::npos ? 0 : text.rfind('\n', first) + 1);
}

/// Side by side where the page is wide enough, else one under the other.
void print_boards(const PlayDiff& play, Console& console) {
  if (!play.before || !play.now) return;
  std::ostream& out = console.out;
  view::TerminalStyle plain = console.style;
  plain.colour = false;
  const std::vector<std::string> left = lines_of(board_text(*play.before, console.style));
  const std::vector<std::string> right = lines_of(board_text(*play.now, console.style));
  // Colours take no room.
  const std::vector<std::string> bare = lines_of(board_text(*play.before, plain));
  std::size_t widest = 3, widest_right = 3;
  for (const std::string& line : bare) widest = std::max(widest, view::width_of(line));
  for (const std::string& line : lines_of(board_text(*play.now, plain)))
    widest_right = std::max(widest_right, view::width_of(line));
  constexpr std::size_t kBetween = 4;
  if (widest + kBetween + widest_right > kPage) {
    out << "\nold\n\n"
        << board_text(*play.before, console.style) << "\nnew\n\n"
        << board_text(*play.now, console.style);
    return;
  }
  out << "\nold" << std::string(widest - 3 + kBetween, ' ') << "new\n\n";
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::string line = i < left.size() ? left[i] : "";
    out << line;
    if (i < right.size() && !right[i].empty())
      out << std::string(widest - (i < bare.size() ? view::width_of(bare[i]) : 0) + kBetween, ' ') << right[i];
    out << '\n';
  }
}

void print_rules(const std::vector<RuleLine>& rules, std::ostream& out) {
  if (rules.empty()) return;
  out << "\nRules that had to do with it\n";
  for (std::size_t i = 0; i < std::min(rules.size(), kRules); ++i) {
    const RuleLine& rule = rules[i];
    const char* side = rule.side == RuleLine::Side::both ? "  " : rule.side == RuleLine::Side::now ? "+ " : "- ";
    out << "  " << side << rule.file << ':' << rule.line << "  " << rule.text << '\n';
  }
  if (rules.size() > kRules) out << "    ... (" << counted(rules.size() - kRules, "more line") << ")\n";
}

void print_play(const std::string& title, const PlayDiff& play, Console& console) {
  console.out << '\n' << title << ": " << headline(play) << '\n';
  std::vector<std::string> steps;
  for (const std::string& step : play.witness)
    steps.push_back("  " + std::string(steps.size() < 9 ? " " : "") + std::to_string(steps.size() + 1) + "  " + step);
  if (steps.size() > kSteps) {
    print_columns(console.out, steps);
  } else {
    for (const std::string& step : steps) console.out << step << '\n';
  }
  if (!play.difference) return;
  if (!play.witness.empty()) console.out << '\n';
  print_difference(*play.difference, console.out);
  print_boards(play, console);
  print_rules(play.difference->rules, console.out);
}

// ---- data ----

Json json_of(const ScriptText& text) {
  if (text.text.empty()) return {};
  return Json::object()
      .set("text", text.text)
      .set("file", text.file)
      .set("line", text.line)
      .set("end_line", text.end_line);
}

Json json_of(const std::vector<DeclarationChange>& changes) {
  Json all = Json::array();
  for (const DeclarationChange& change : changes) {
    Json parts = Json::array();
    for (const PartChange& part : change.parts)
      parts.push(Json::object().set("what", part.what).set("old", json_of(part.before)).set("new", json_of(part.now)));
    Json one = Json::object().set("kind", change.kind).set("name", change.name);
    if (!change.library.empty()) one.set("library", change.library);
    one.set("old", json_of(change.before)).set("new", json_of(change.now));
    all.push(one.set("parts", parts));
  }
  return all;
}

Json json_of(const BothSay& both) { return Json::object().set("old", both.before).set("new", both.now); }

Json json_of(const std::vector<OnlyOne>& moves) {
  Json all = Json::array();
  for (const OnlyOne& one : moves) {
    Json move = Json::object().set("move", one.move);
    if (one.refusal) move.set("refusal", cli::json_of(*one.refusal));
    all.push(move);
  }
  return all;
}

Json json_of(const Difference& difference, const PlayDiff& play) {
  Json json = Json::object().set("kinds", difference.kinds());
  const auto say = [&json](const char* key, const BothSay& both) {
    if (both.differs()) json.set(key, json_of(both));
  };
  say("players", difference.players);
  if (!difference.board.empty()) json.set("board", difference.board);
  say("to_move", difference.to_move);
  say("result", difference.result);
  if (!difference.scores.empty()) {
    Json scores = Json::object();
    for (const auto& [player, score] : difference.scores) scores.set(player, json_of(score));
    json.set("score", scores);
  }
  if (!difference.light.empty()) {
    Json light = Json::object();
    for (const LightChange& change : difference.light) light.set(change.cell, json_of(change.light));
    json.set("light", light);
  }
  if (difference.moves_differ || difference.chance_differs) {
    Json moves = Json::object();
    moves.set("old", difference.moves_before).set("new", difference.moves_now);
    moves.set("only_old_count", difference.only_before_count).set("only_new_count", difference.only_now_count);
    moves.set("only_old", json_of(difference.only_before)).set("only_new", json_of(difference.only_now));
    if (!difference.weights.empty()) {
      Json weights = Json::object();
      for (const auto& [value, odds] : difference.weights) weights.set(value, json_of(odds));
      moves.set("weights", weights);
    }
    json.set(difference.chance_differs ? "chance" : "moves", moves);
  }
  if (difference.error_before.has_value() != difference.error_now.has_value()) {
    Json error = Json::object();
    error.set("old", difference.error_before ? cli::json_of(*difference.error_before) : Json());
    json.set("error", error.set("new", difference.error_now ? cli::json_of(*difference.error_now) : Json()));
  }
  Json positions = Json::object();
  positions.set("old", play.before ? Json(play.before->text()) : Json());
  json.set("positions", positions.set("new", play.now ? Json(play.now->text()) : Json()));
  Json rules = Json::array();
  for (const RuleLine& rule : difference.rules)
    rules.push(Json::object()
                   .set("side", rule.side == RuleLine::Side::both     ? "both"
                                : rule.side == RuleLine::Side::before ? "old"
                                                                      : "new")
                   .set("file", rule.file)
                   .set("line", rule.line)
                   .set("text", rule.text));
  return json.set("rules", rules);
}

void set_play(Json& json, const PlayDiff& play) {
  json.set("same", play.same).set("witness", play.witness).set("moves", play.moves).set("shortest", play.shortest);
  json.set("positions", play.positions).set("depth", play.depth ? Json(*play.depth) : Json());
  json.set("complete", play.complete).set("games", play.games).set("plies", play.plies);
  json.set("difference", play.difference ? json_of(*play.difference, play) : Json());
}

Json json_of(const Compared& compared) {
  Settings options;
  for (const OptionInfo& option : compared.game.options()) options.emplace_back(option.name, option.value);
  return Json::object()
      .set("game", compared.game.id())
      .set("title", compared.game.title())
      .set("options", cli::json_of(options));
}

}  // namespace

void print_differences(const Compared& before, const Compared& now, const Differences& all, Console& console) {
  const std::string a = called(before), b = called(now);
  const std::size_t widest = std::max(view::width_of(a), view::width_of(b));
  const auto head = [&](const char* role, const std::string& name, const Game& game) {
    console.out << role << "  " << name << std::string(widest - view::width_of(name) + 3, ' ') << game.title() << '\n';
  };
  head("old", a, before.game);
  head("new", b, now.game);
  console.out << '\n';
  print_text(all.text, console.out);
  if (!all.play)
    console.out << "\nPlay: the same, as the rules are\n";
  else
    print_play("Play", *all.play, console);
  if (all.later) print_play("Besides the scores", *all.later, console);
  if (all.unbalanced) console.out << "\nBalance: not measured, as " << all.in_error << " is in error\n";
  if (all.balance.empty()) return;
  const StudyPlan& plan = all.balance[0].part.header.plan;
  console.out << "\nBalance, seed " << plan.seed << "; " << players_text(before.game, plan) << '\n';
  print_comparison(console.out, all.balance, 0);
}

Json json_of(const Compared& before, const Compared& now, const Differences& all) {
  Json json = Json::object();
  PlayDiff same;
  same.complete = true;
  set_play(json, all.play ? *all.play : same);
  if (all.later) {
    Json later = Json::object();
    set_play(later, *all.later);
    json.set("besides_scores", later);
  }
  Json options = Json::array();
  for (const OptionChange& option : all.text.options)
    options.push(Json::object().set("name", option.name).set("old", option.before).set("new", option.now));
  json.set("text", Json::object()
                       .set("added", json_of(all.text.added))
                       .set("removed", json_of(all.text.removed))
                       .set("changed", json_of(all.text.changed))
                       .set("options", options));
  json.set("balance", all.balance.empty() ? Json() : comparison_json(all.balance, 0));
  if (all.unbalanced) json.set("balance_error", all.in_error + ": " + all.unbalanced->message);
  return json.set("old", json_of(before)).set("new", json_of(now));
}

}  // namespace glint::cli
