// glint diff: the effects of a change of rules, in the text and in play.
#include <algorithm>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <glint/diff.hpp>
#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/console/progress.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/game/record/record.hpp"
#include "interpreter/lab/diff/value_diff.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// One of the two games, with its name on the command line and its settings.
struct Compared {
  std::string name;
  Game game;
};

struct Differences {
  TextDiff text;
  std::optional<PlayDiff> play;     // none: the rules are the same, so play was not compared
  std::optional<PlayDiff> later;    // if only one of the games has scores: another difference
  std::optional<ValueDiff> values;  // values of solved games
};

// ---- the report, for the terminal and as JSON ----

using lang::counted;

constexpr std::size_t kPage = 100;
/// The most entries of each list shown in the terminal; JSON has all of them.
constexpr std::size_t kMoves = 8, kRefusals = 3, kCells = 8, kRules = 8, kTextLines = 12, kSteps = 12;

/// "boundary (balance = all)": the name from the command line, with options that are not at their defaults.
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

/// Prints lines of source, each after the same mark; of many only the first ones.
void print_source(std::ostream& out, const std::string& mark, const std::string& text) {
  const std::vector<std::string_view> lines = lang::lines_of(text);
  const std::size_t all = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  const std::size_t shown = all > kTextLines + 1 ? std::min(kTextLines, lines.size()) : lines.size();
  for (std::size_t i = 0; i < shown; ++i) out << mark << lang::shortened(lines[i], 400) << '\n';
  if (shown < lines.size()) out << mark << "... (" << all - shown << " more lines)\n";
}

void print_text(const TextDiff& text, std::ostream& out) {
  if (text.same()) {
    out << "Text: the same rules\n";
    return;
  }
  std::vector<std::string> counts, parts;
  const auto add = [&counts](std::size_t count, const std::string& what) {
    if (count > 0) counts.push_back(std::to_string(count) + " " + what);
  };
  add(text.changed.size(), "changed");
  add(text.added.size(), "added");
  add(text.removed.size(), "removed");
  if (!counts.empty()) parts.push_back("declarations: " + lang::joined(counts));
  if (!text.options.empty()) parts.push_back(counted(text.options.size(), "option") + " set differently");
  out << "Text: " << lang::joined(parts, "; ") << '\n';
  for (const OptionChange& option : text.options)
    out << "  option " << option.name << ": " << option.before << ", now " << option.now << '\n';
  for (const DeclarationChange& change : text.changed) {
    out << "  changed " << name_of(change) << '\n';
    for (const PartChange& part : change.parts) {
      if (!part.before.text.empty()) print_source(out, "      - ", part.before.text);
      if (!part.now.text.empty()) print_source(out, "      + ", part.now.text);
    }
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

/// The extent of the search.
std::string searched(const PlayDiff& play) {
  std::string text = counted(play.positions, "position");
  if (play.depth) text = "in all lines of up to " + counted(*play.depth, "move") + ", " + text;
  if (play.games > 0) text += ", " + counted(play.games, "random game") + " of up to " + counted(play.plies, "move");
  return text;
}

std::string headline(const PlayDiff& play) {
  if (play.same && play.complete)
    return "the same, in all " + counted(play.positions, "position") +
           (play.leaves_unlisted ? " that listed moves lead to" : " that there are");
  if (play.same) return "no difference found: " + searched(play);
  const std::uint64_t moves = play.moves;
  if (play.witness.empty()) return "differs from the start";
  std::string text = moves == 0 ? "differs before the first move" : "differs after " + counted(moves, "move");
  const char* sooner = moves == 0 ? "" : play.leaves_unlisted ? ", and not sooner by listed moves" : ", and not sooner";
  if (play.shortest) return text + sooner;
  if (moves == 0) return text;
  // The line was found in a random game, and made shorter.
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
  std::vector<std::string> reasons;
  for (const OnlyOne& one : moves) {
    if (reasons.size() == kRefusals) break;
    std::string words;
    if (one.refusal) {
      words = one.refusal->message;
      if (one.refusal->line > 0)
        words += "  (" + lang::presentable(one.refusal->file) + ":" + std::to_string(one.refusal->line) + ")";
    } else {
      words = "`" + one.move + "` is accepted, but not listed";
    }
    // One reason for many moves is reported once.
    const std::string reason = one.refusal ? one.refusal->file + std::to_string(one.refusal->line) +
                                                 (one.refusal->line > 0 ? "" : one.refusal->message)
                                           : "";
    if (std::find(reasons.begin(), reasons.end(), reason) != reasons.end()) continue;
    reasons.push_back(reason);
    out << "      " << other << ": " << words << '\n';
    if (reasons.size() >= moves.size()) break;
  }
}

void print_board_changes(const Difference& difference, std::ostream& out) {
  for (std::size_t i = 0; i < std::min(difference.board.size(), kCells); ++i)
    out << (i == 0 ? "  board " : "        ") << difference.board[i] << '\n';
  if (difference.board.size() > kCells)
    out << "        ... (" << counted(difference.board.size() - kCells, "more cell") << ")\n";
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
  print_board_changes(difference, out);
  for (const auto& [name, both] : difference.sees) say(name.c_str(), both);
  say("players choose", difference.choosing);
  if (difference.error_before.has_value() != difference.error_now.has_value()) {
    const bool was = difference.error_before.has_value();
    out << "  " << (was ? "old" : "new") << " has an error here, and the other has not:\n    "
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

/// The board without empty rows above it.
std::string board_text(const Position& position, view::TerminalStyle style) {
  std::ostringstream out;
  print_board(out, position, style);
  const std::string text = out.str();
  const std::size_t first = text.find_first_not_of(" \n");
  return text.substr(first == std::string::npos ? 0 : text.rfind('\n', first) + 1);
}

/// Prints the boards side by side if the page is wide enough, else one below the other.
void print_boards(const PlayDiff& play, Console& console) {
  if (!play.before || !play.now) return;
  std::ostream& out = console.out;
  const std::string before = board_text(*play.before, console.style), now = board_text(*play.now, console.style);
  const auto left = lang::lines_of(before), right = lang::lines_of(now);
  const auto widest = [](const std::vector<std::string_view>& lines) {
    std::size_t width = 3;
    for (const std::string_view line : lines) width = std::max(width, visible_width(line));
    return width;
  };
  constexpr std::size_t kBetween = 4;
  const std::size_t second = widest(left) + kBetween;
  if (second + widest(right) > kPage) {
    out << "\nold\n\n" << before << "\nnew\n\n" << now;
    return;
  }
  out << "\nold" << std::string(second - 3, ' ') << "new\n\n";
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::string_view line = i < left.size() ? left[i] : "";
    out << line;
    if (i < right.size() && !right[i].empty()) out << std::string(second - visible_width(line), ' ') << right[i];
    out << '\n';
  }
}

void print_rules(const std::vector<RuleLine>& rules, std::ostream& out) {
  if (rules.empty()) return;
  out << "\nRules involved\n";
  for (std::size_t i = 0; i < std::min(rules.size(), kRules); ++i) {
    const RuleLine& rule = rules[i];
    const char* side = rule.side == RuleLine::Side::both ? "  " : rule.side == RuleLine::Side::now ? "+ " : "- ";
    out << "  " << side << rule.file << ':' << rule.line << "  " << rule.text << '\n';
  }
  if (rules.size() > kRules) out << "    ... (" << counted(rules.size() - kRules, "more line") << ")\n";
}

/// Play is compared without clocks.
bool leaves_clocks(const Compared& before, const Compared& now, const TextDiff& text) {
  if (before.game.clock().has_value() != now.game.clock().has_value()) return true;
  for (const auto* changes : {&text.added, &text.removed, &text.changed})
    for (const DeclarationChange& one : *changes)
      if (one.kind == "clock") return true;
  return false;
}

void print_play(const std::string& title, const PlayDiff& play, Console& console) {
  console.out << '\n' << title << ": " << headline(play) << '\n';
  std::vector<std::string> steps;
  for (const std::string& step : play.witness)
    steps.push_back("  " + std::string(steps.size() < 9 ? " " : "") + std::to_string(steps.size() + 1) + "  " + step);
  if (steps.size() > kSteps)
    for (const std::string& line : in_columns(steps, console.style.columns)) console.out << line << '\n';
  else
    for (const std::string& step : steps) console.out << step << '\n';
  if (play.same && play.leaves_unlisted)
    console.out << "  moves that are accepted without being listed (`offer`) were not tried\n";
  if (!play.difference) return;
  if (!play.witness.empty()) console.out << '\n';
  print_difference(*play.difference, console.out);
  print_boards(play, console);
  print_rules(play.difference->rules, console.out);
}

// ---- JSON ----

Json compared_json(const Compared& compared) {
  Settings options;
  for (const OptionInfo& option : compared.game.options()) options.emplace_back(option.name, option.value);
  Json json = {{"game", compared.game.id()}, {"title", compared.game.title()}};
  json["options"] = json_of(options);
  return json;
}

void print_values(const ValueDiff& values, std::ostream& out) {
  const auto both = [&out](const std::string& indent, const PerfectPlay& before, const PerfectPlay& now) {
    for (const PerfectPlay* one : {&before, &now})
      out << indent << (one == &before ? "old: " : "new: ") << one->text()
          << (one->moves.empty() ? "" : ": " + lang::joined(one->moves, "; ")) << '\n';
  };
  const std::string after = values.moves ? counted(values.moves->size(), "move") : "";
  const bool is_start = values.moves && values.moves->empty();
  out << "\nValue: "
      << (!values.is_decided() ? "not decided, as there are too many positions: `--limit N` searches more\n"
          : is_start           ? "perfect play ends otherwise\n"
          : values.moves       ? "the same at the start, not after " + after + "\n"
                               : "the same in all positions\n");
  both("  ", values.before, values.now);
  if (!values.is_decided()) return;
  out << "  of " << counted(values.positions, "position") << " that the same moves lead to, " << values.other_value
      << " have another value, and " << values.other_plies << " the same in another number of plies\n";
  if (!values.moves || is_start) return;
  out << "  nearest after " << after << ": " << lang::joined(*values.moves, "; ") << '\n';
  both("    ", values.there_before, values.there_now);
}

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
    console.out << "\nPlay: the same, because the rules are\n";
  else
    print_play("Play", *all.play, console);
  if (all.play && leaves_clocks(before, now, all.text)) console.out << "  clocks differ, and are not compared\n";
  if (all.later) print_play("Besides", *all.later, console);
  if (all.values) print_values(*all.values, console.out);
}

Json differences_json(const Compared& before, const Compared& now, const Differences& all) {
  PlayDiff same;
  same.complete = true;
  Json json = json_of(all.play ? *all.play : same);
  if (all.later) json["besides"] = json_of(*all.later);
  json["leaves_clocks"] = leaves_clocks(before, now, all.text);
  json["text"] = json_of(all.text);
  json["value"] = all.values ? json_of(*all.values) : Json();
  json.update({{"old", compared_json(before)}, {"new", compared_json(now)}});
  return json;
}

// ---- the command ----

class Diff : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("OLD", old_, "a script, or a bundled game or variant");
    arguments.one("NEW", new_, "the same; repeat OLD if only options differ");
    arguments.texts("--new-set", new_settings_, "OPTION=VALUE", "set an option of NEW only; may be repeated");
    arguments.number("--depth", depth_, 0, 1'000'000, "search sequences of at most N moves (no limit)");
    arguments.number("--games", games_, 0, 1'000'000'000, "random games to play after that search (200)");
    arguments.number("--max-plies", max_plies_, 1, 1'000'000, "stop a game as unfinished after N plies (300)");
    arguments.flag("--value", value_,
                   "also where perfect play ends otherwise, in all positions of both (as it is, of small games only)");
    arguments.text("-o,--out", out_, "FILE",
                   "with --value: write the moves to the nearest such position, and perfect play of NEW from there");
    common_.declare(arguments, &limit_, 1'000'000'000,
                    "pairs of positions to search, nearest to the start first (60000); positions of each game for "
                    "--value (5000000)");
  }

  int run(Console& console) override {
    const StopsWork stops(common_.limits);
    if (out_ && !value_) stop(kUsage, "--out needs --value");
    if (out_) check_replaceable(*out_);
    if (old_ == "-" && new_ == "-") stop(kUsage, "OLD and NEW cannot both be read from the input", "name a file for one of them");
    SharedSettings settings(common_.settings);
    const Compared before{old_, load("OLD", old_, settings, {}, console)};
    std::ostringstream repeated;
    Console quiet{console.in, console.out, repeated};
    const Compared now{
        new_, load("NEW", new_, settings, read_settings(new_settings_, "--new-set"), new_ == old_ ? quiet : console)};
    if (const auto wrong = settings.left_over()) stop(kUsage, {*wrong});

    Differences all;
    all.text = diff_text(before.game, now.game);
    // Equal rules play the same, so they need no search, unless the command line asks for one.
    if (!all.text.is_identical || depth_ >= 0 || limit_ > 0 || games_ >= 0) look_at_play(before, now, all, console);
    const bool differs = all.play && !all.play->same;
    if (value_ || differs) look_at_values(before, now, all, console);
    if (common_.json)
      console.out << json_text(differences_json(before, now, all));
    else
      print_differences(before, now, all, console);
    return differs ? kNo : kDone;
  }

 private:
  Game load(const std::string& role, const std::string& name, SharedSettings& settings, const Settings& own,
            Console& console) const {
    try {
      return load_game(name, settings, own, common_, console);
    } catch (Stop& stopped) {
      stopped.errors.push_back(plain_error("nothing was compared; the error is in " + role + ", `" + name + "`"));
      throw;
    }
  }

  void look_at_play(const Compared& before, const Compared& now, Differences& all, Console& console) const {
    DiffOptions options;
    if (depth_ >= 0) options.depth = static_cast<std::uint64_t>(depth_);
    if (limit_ > 0) options.limit = static_cast<std::uint64_t>(limit_);
    if (max_plies_ > 0) options.plies = max_plies_;
    if (games_ >= 0) {
      // If a number of games is given, all of them are played.
      options.games = static_cast<std::uint64_t>(games_);
      options.game_positions =
          std::max(options.game_positions, options.games * static_cast<std::uint64_t>(options.plies));
    }
    options.seed = common_.seed.value_or(1);
    options.text = &all.text;
    options.progress = [&console](const SearchProgress& progress) { show_search(console, progress); };
    all.play = diffed(before, now, options);
    // A difference in scores or in who sees what says little about the rest of play, so look further.
    if (all.play->difference && all.play->witness.empty() && is_of_the_start(*all.play->difference, before, now)) {
      options.beyond_start = true;
      all.later = diffed(before, now, options);
    }
    hide_search(console);
  }

  /// Small games are always solved: others may take long.
  void look_at_values(const Compared& before, const Compared& now, Differences& all, Console& console) const {
    constexpr std::uint64_t kSmall = 20'000, kMost = 5'000'000;
    const std::uint64_t limit = !value_ ? kSmall : limit_ > 0 ? static_cast<std::uint64_t>(limit_) : kMost;
    const std::uint64_t seed = common_.seed.value_or(1);
    const Result<ValueDiff> found = diff_values(
        before.game, now.game, seed, limit, [&](const SearchProgress& progress) { show_search(console, progress); });
    hide_search(console);
    const bool is_refused = !found && found.errors()[0].code == lang::code_name(lang::Code::G0613);
    if (!found && (value_ || !is_refused)) stop(is_refused ? kUsage : kNo, found.errors());
    if (!found || (!value_ && !found->is_decided())) return;
    all.values = *found;
    if (!out_ || !found->is_decided()) return;
    const PerfectPlay& play = found->moves ? found->there_now : found->now;
    Record record = record_of(now.game, now.name, seed);
    record.draws = now.game.start({seed})->draws();
    if (found->moves) record.moves = *found->moves;
    record.moves.insert(record.moves.end(), play.moves.begin(), play.moves.end());
    record.result = play.result;
    replace_file(*out_, write_record(record));
  }

  static bool is_of_the_start(const Difference& difference, const Compared& before, const Compared& now) {
    const bool only_one_scores = before.game.start()->score(0).has_value() != now.game.start()->score(0).has_value();
    const std::vector<std::string> kinds = difference.kinds();
    return std::all_of(kinds.begin(), kinds.end(),
                       [&](const std::string& kind) { return kind == "sees" || (kind == "score" && only_one_scores); });
  }

  static PlayDiff diffed(const Compared& before, const Compared& now, const DiffOptions& options) {
    Result<PlayDiff> play = diff_play(before.game, now.game, options);
    if (!play) stop(kNo, play.errors());
    return std::move(*play);
  }

  std::string old_, new_;
  std::vector<std::string> new_settings_;
  std::optional<std::string> out_;
  bool value_ = false;
  int depth_ = -1, limit_ = 0, games_ = -1, max_plies_ = 0;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_diff() { return std::make_unique<Diff>(); }

}  // namespace glint::cli
