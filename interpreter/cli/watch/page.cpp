// A round on one page of a terminal.
#include <algorithm>
#include <cstdio>
#include <set>

#include "interpreter/cli/watch/round.hpp"
#include "interpreter/lab/study/intervals.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "interpreter/view/terminal/terminal.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

/// Lines that a page must have left for the details of a failed test, so that games and changes find room, too.
constexpr std::size_t kRoomForFailure = 12;

/// A text that is cut where the line ends.
std::string cut(const std::string& text, std::size_t columns) {
  if (view::width_of(text) <= columns) return text;
  std::size_t end = 0, width = 0;
  while (end < text.size() && width + 3 < columns) {
    ++end;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    ++width;
  }
  return text.substr(0, end) + "...";
}

std::string percent(std::uint64_t part, std::uint64_t all) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f %%",
                all == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(all));
  return text;
}

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string outcomes_of(const RandomGames& games, const Game& game) {
  std::vector<std::string> parts;
  const std::vector<std::string> players = game.players();
  const bool alone = game.is_team() || players.size() == 1;
  const bool any_wins = std::any_of(games.wins.begin(), games.wins.end(), [](std::uint64_t wins) { return wins > 0; });
  if (alone) {
    if (games.has_score && games.finished() > 0)
      parts.push_back("mean score " +
                      decimal(static_cast<double>(games.score) / static_cast<double>(games.finished())));
    if (!games.has_score || any_wins)
      parts.push_back("won " + percent(games.wins.empty() ? 0 : games.wins[0], games.played));
  } else {
    for (std::size_t i = 0; i < games.wins.size(); ++i)
      parts.push_back(players[i] + " " + percent(games.wins[i], games.played));
  }
  if (games.ties > 0) parts.push_back("tie " + percent(games.ties, games.played));
  if (games.unfinished > 0) parts.push_back("unfinished " + percent(games.unfinished, games.played));
  return lang::joined(parts);
}

std::string lengths_of(const RandomGames& games) {
  if (games.finished() == 0) return "none finished";
  return "mean " + decimal(games.mean()) + ", " + std::to_string(games.least) + " to " + std::to_string(games.most);
}

/// What a failed test says, in two lines at most: the statement, or the part of it that is marked where it is long, and
/// what was found.
std::vector<std::string> failure_of(const TestReport& test) {
  constexpr std::size_t kLong = 60;
  std::string first, statement, found;
  std::string_view quoted;
  for (const std::string_view line : lang::lines_of(test.failure)) {
    const std::string_view words = lang::trimmed(line, " ");
    const std::size_t bar = words.find(" | ");
    if (words.starts_with("= help: ") || words.starts_with("= note: ")) {
      if (found.empty()) found = words.substr(8);
    } else if (statement.empty() && bar != std::string_view::npos && bar > 0 &&
               words.find_first_not_of("0123456789") == bar) {
      statement = lang::trimmed(words.substr(bar + 3), " ");
      quoted = line;
    } else if (!quoted.empty()) {
      const std::size_t begin = line.find('^'), end = line.find_last_of('^');
      if (statement.size() > kLong && begin != std::string_view::npos && end < quoted.size())
        statement = quoted.substr(begin, end + 1 - begin);
      quoted = {};
    } else if (first.empty()) {
      const std::size_t code = words.find("]: ");
      first = words.substr(words.starts_with("error[") && code != std::string_view::npos ? code + 3 : 0);
    }
  }
  std::vector<std::string> lines;
  if (!statement.empty()) lines.push_back(statement);
  if (!found.empty() || !first.empty()) lines.push_back(found.empty() ? first : found);
  return lines;
}

/// Whether chance alone may have made the outcomes of these games differ.
bool may_be_chance(const RandomGames& now, const RandomGames& then) {
  const auto is_sure = [&](std::uint64_t before, std::uint64_t after) {
    const Interval difference = difference_of_shares(before, then.played, after, now.played);
    return difference.low > 0 || difference.high < 0;
  };
  if (now.played == 0 || then.played == 0 || now.wins.size() != then.wins.size()) return false;
  for (std::size_t i = 0; i < now.wins.size(); ++i)
    if (is_sure(then.wins[i], now.wins[i])) return false;
  return !is_sure(then.ties, now.ties) && !is_sure(then.unfinished, now.unfinished);
}

class Page {
 public:
  Page(const Round& round, const Round* before, std::size_t columns, std::size_t lines)
      : round_(round), before_(before), columns_(columns), most_(lines) {}

  std::vector<std::string> make(const std::string& name, const std::string& note) {
    name_ = name;
    add((round_.game ? round_.game->title() + "   " : "") + name + (note.empty() ? "" : "   " + note));
    add("");
    add_check();
    if (round_.game) {
      add_tests();
      if (round_.games) add_games();
      add_changes();
    }
    if (round_.is_cut) add(std::string("(stopped") + why_cut() + ")");
    if (lines_.size() > most_) {
      lines_.resize(most_ > 0 ? most_ - 1 : 0);
      lines_.push_back("...");
    }
    return std::move(lines_);
  }

 private:
  const char* why_cut() const {
    switch (round_.cut_by) {
      case Round::Cut::time:
        return ", because it took too long";
      case Round::Cut::change:
        return ", because a file has changed";
      case Round::Cut::user:
        break;
    }
    return "";
  }

  void add(const std::string& line) { lines_.push_back(cut(line, columns_)); }
  void add(const std::string& head, const std::string& text) {
    add(head + std::string(9 - std::min<std::size_t>(8, head.size()), ' ') + text);
  }
  /// Lines that are broken as they are, as many as there is room for.
  void add_block(const std::string& text, std::size_t most) {
    std::size_t count = 0;
    for (const std::string_view line : lang::lines_of(text)) {
      if (count++ == most) return add("  ...");
      add(std::string(line));
    }
  }
  std::size_t room() const { return most_ > lines_.size() ? most_ - lines_.size() : 0; }

  void add_check() {
    const std::size_t count = round_.errors.size();
    if (round_.errors.empty()) return add("check", "ok");
    const std::size_t wrong = round_.wrong();
    add("check", wrong > 0 ? lang::counted(wrong, "error") : lang::counted(count, "warning"));
    // The first in full; of the others one line each.
    const Error& first = round_.errors.front();
    add_block(first.rendered.empty() ? first.message : first.rendered,
              round_.game ? 6 : std::max<std::size_t>(6, room() / 2));
    for (std::size_t i = 1; i < count && room() > 2 && !round_.game; ++i)
      add((round_.errors[i].file == name_ ? "" : round_.errors[i].file + ":") + std::to_string(round_.errors[i].line) +
          ": " + round_.errors[i].message);
  }

  void add_tests() {
    const std::size_t failed = round_.failed_tests(), all = round_.tests.size();
    std::string text = all == 0      ? "none"
                       : failed == 0 ? std::to_string(all) + " passed"
                                     : std::to_string(failed) + " of " + std::to_string(all) + " failed";
    if (before_ && before_->game) {
      std::set<std::string> failed_before, known;
      for (const TestReport& test : before_->tests) {
        known.insert(test.title);
        if (!test.passed) failed_before.insert(test.title);
      }
      std::size_t broken = 0, mended = 0, added = 0;
      for (const TestReport& test : round_.tests) {
        if (!known.contains(test.title))
          ++added;
        else if (!test.passed && !failed_before.contains(test.title))
          ++broken;
        else if (test.passed && failed_before.contains(test.title))
          ++mended;
      }
      std::vector<std::string> news;
      if (broken > 0) news.push_back(std::to_string(broken) + " newly failing");
      if (mended > 0) news.push_back(std::to_string(mended) + " newly passing");
      if (added > 0) news.push_back(std::to_string(added) + " new");
      if (!news.empty()) text += " (" + lang::joined(news) + ")";
    }
    add("tests", text);
    std::size_t told = 0;
    for (const TestReport& test : round_.tests) {
      if (test.passed) continue;
      if (told++ == 3) {
        add("  ... and " + std::to_string(failed - 3) + " more");
        break;
      }
      add("  " + std::to_string(test.line) + ": " + test.title);
      if (room() < kRoomForFailure) continue;
      for (const std::string& line : failure_of(test)) add("    " + line);
    }
  }

  void add_games() {
    const RandomGames& games = *round_.games;
    const RandomGames* old = before_ && before_->games && !before_->games->error ? &*before_->games : nullptr;
    if (games.error) {
      add("games", "a rule fails in game " + std::to_string(games.played + 1) + " of " + std::to_string(games.asked));
      return add_block(games.error->rendered.empty() ? games.error->message : games.error->rendered, 8);
    }
    add("games", std::to_string(games.played) + " at random");
    const auto both = [&](const char* head, const std::string& now, const std::string& then) {
      add(head, now);
      if (old && then != now && !then.empty()) add("  before", then);
    };
    std::string then = old && before_->game ? outcomes_of(*old, *before_->game) : "";
    const std::string now = outcomes_of(games, *round_.game);
    // A mean score has no share that could be compared.
    if (!then.empty() && !games.has_score && then != now && may_be_chance(games, *old)) then += " (can be chance)";
    both("  ended", now, then == now ? "" : then);
    both("  moves", lengths_of(games), old ? lengths_of(*old) : "");
  }

  void add_changes() {
    if (!round_.changed) return;
    const TextDiff& text = *round_.changed;
    add("");
    if (text.is_identical) return add("since", "the same rules as before");
    std::vector<std::string> parts;  // "changed move step, setup", "new: option lives"
    const auto list = [&](const char* how, const std::vector<DeclarationChange>& changes) {
      std::vector<std::string> names;
      for (const DeclarationChange& change : changes) {
        const bool is_set = std::any_of(text.options.begin(), text.options.end(), [&](const OptionChange& option) {
          return change.kind == "option" && option.name == change.name;
        });
        if (!is_set) names.push_back(change.kind + (change.name.empty() ? "" : " " + change.name));
      }
      if (!names.empty()) parts.push_back(how + lang::joined(names));
    };
    list("changed ", text.changed);
    list("new: ", text.added);
    list("gone: ", text.removed);
    for (const OptionChange& option : text.options)
      parts.push_back("option " + option.name + " is " + option.now + ", was " + option.before);
    add("since", lang::joined(parts, "; "));
    if (round_.play) add_play(*round_.play);
  }

  void add_play(const PlayDiff& play) {
    if (play.same)
      return add("play", play.complete ? "the same in every position"
                                       : "the same in " + std::to_string(play.positions) + " positions and " +
                                             std::to_string(play.games) + " random games");
    add("play",
        play.witness.empty() ? "differs from the start" : "first differs after " + lang::joined(play.witness, "; "));
    if (!play.difference) return;
    const Difference& difference = *play.difference;
    const auto both = [&](const char* what, const BothSay& say) {
      if (say.differs())
        add("  " + std::string(what) + ": " + (say.before.empty() ? "none" : say.before) + ", now " +
            (say.now.empty() ? "none" : say.now));
    };
    both("to move", difference.to_move);
    both("result", difference.result);
    for (const auto& [player, score] : difference.scores) both(("score of " + player).c_str(), score);
    if (difference.moves_differ) {
      add("  moves: " + std::to_string(difference.moves_before) + ", now " + std::to_string(difference.moves_now));
      const auto only = [&](const char* which, const std::vector<OnlyOne>& moves) {
        if (!moves.empty())
          add("    only " + std::string(which) + ": " +
              lang::joined(moves, ", ", [](const OnlyOne& one) { return one.move; }));
      };
      only("before", difference.only_before);
      only("now", difference.only_now);
    }
    for (const LightChange& change : difference.light) {
      both(("light on " + change.cell).c_str(), change.light);
      if (room() < 4) break;
    }
    if (difference.error_now) add("  now a rule fails: " + difference.error_now->message);
    add_board(play);
  }

  /// The board of that position, if it finds room.
  void add_board(const PlayDiff& play) {
    if (!play.now || room() < 6 || play.now->game().cells().size() > 400) return;
    view::TerminalStyle style;
    style.utf8 = true;
    style.columns = static_cast<int>(columns_);
    style.lines = static_cast<int>(room());
    std::string drawn;
    try {
      drawn = view::picture(view::scene_of(*play.now, kNobody), style);
    } catch (const lang::Stopped&) {  // the page of a newer text follows
      return;
    }
    const std::vector<std::string_view> lines = lang::lines_of(drawn);
    if (lines.size() > room()) return;
    if (lines.size() < room()) add("");
    for (const std::string_view line : lines) add(std::string(line));
  }

  const Round& round_;
  const Round* before_;
  const std::size_t columns_, most_;
  std::string name_;  // of the script
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> page_of(const Round& round, const Round* before, const std::string& name,
                                 const std::string& note, std::size_t columns, std::size_t lines) {
  return Page(round, before, columns, lines).make(name, note);
}

}  // namespace glint::cli
