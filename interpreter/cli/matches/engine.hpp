// A program that plays a game in a match, and speaks UCI or GTP. A table says how to talk to it; its lines are
// described in interpreter/cli/README.md ("Matches").
#pragma once

#include <poll.h>
#include <signal.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/learn/match.hpp"
#include "interpreter/players/player.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

/// The program runs in its own process group, until this object ends. A late answer, or one that is no legal move,
/// throws Stop. `Player` needs it to see everything.
class Engine : public Player {
 public:
  /// Starts it. `command`: for the shell. `table`: the text of a file with this name; a mistake in it is wrong usage.
  /// `go`: the amount of work that a UCI engine may do for a move; empty: the table decides, or `otherwise`.
  /// `patience`: seconds for an answer.
  Engine(const std::string& command, std::string_view table, const std::string& name, const std::string& go,
         const std::string& otherwise, double patience, std::function<bool()> stop)
      : command_(command), go_(go), patience_(patience), stop_(std::move(stop)) {
    read_table(table, name);
    is_gtp_ = last("protocol") == "gtp";
    if (go_.empty()) go_ = last("go").empty() ? otherwise : last("go");
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) process_ = fork();
    if (process_ == 0) {  // only functions that may be called after a fork
      setpgid(0, 0);      // Ctrl-C is for us; and programs that it starts can be ended, too
      dup2(ends[1], STDIN_FILENO);
      dup2(ends[1], STDOUT_FILENO);
      execl("/bin/sh", "sh", "-c", command_.c_str(), nullptr);
      _exit(1);
    }
    if (process_ < 0) cli::stop(kNo, "no program can be started: " + reason(errno));
    setpgid(process_, process_);
    close(ends[1]);
    line_ = Descriptor(ends[0]);
  }
  ~Engine() override {
    kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }

  void greet() {  // before the first game
    ask(is_gtp_ ? "protocol_version" : "uci", "uciok");
    for (const std::string& line : said_["send"]) ask(line);
    begin();
  }
  void begin() {  // a new game
    ask(is_gtp_ ? "clear_board" : "ucinewgame");
    if (!is_gtp_) ask("isready", "readyok");
    moves_.clear();
    told_ = 0;
  }
  void hear(int player, const std::string& move) {  // somebody has made a move
    if (move != last("skip")) moves_.emplace_back(player, written(move));
  }
  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>*) override {
    const Result<std::vector<std::string>> moves = position.moves();
    if (!moves) return moves.errors();
    if (*moves == std::vector<std::string>{last("skip")}) return 0;
    std::string played;
    for (const auto& [player, move] : moves_) played += " " + move;
    if (!is_gtp_) ask("position startpos" + (played.empty() ? "" : " moves" + played));
    for (; is_gtp_ && told_ < moves_.size(); ++told_)
      ask("play " + colour(moves_[told_].first) + " " + moves_[told_].second);
    const std::string answer = ask(is_gtp_ ? "genmove " + colour(position.to_move()) : "go " + go_, "bestmove");
    const std::string chosen = first_word(is_gtp_ ? answer : first_word(answer).second).first;
    if (is_gtp_ && strcasecmp(chosen.c_str(), "resign") == 0) return kResigns;
    const auto found = std::find_if(moves->begin(), moves->end(), [&](const std::string& move) {
      return strcasecmp(written(move).c_str(), chosen.c_str()) == 0;
    });
    if (found == moves->end())
      stop(kNo, "the engine " + lang::marked(command_) + ": its answer " + lang::marked(answer) +
                    " is no legal move after" + (played.empty() ? " the beginning" : played));
    ++told_;  // the program has made its own move
    return static_cast<std::uint64_t>(found - moves->begin());
  }

 private:
  /// The text to its first blank, and what is after that.
  static std::pair<std::string, std::string> first_word(std::string_view text) {
    const std::size_t end = std::min(text.find(' '), text.size());
    return {std::string(text.substr(0, end)), std::string(lang::trimmed(text.substr(end)))};
  }

  void read_table(std::string_view text, const std::string& name) {
    for (const std::string_view line : lang::split(text, "\n")) {
      const auto [word, rest] = first_word(lang::trimmed(line));
      if (word.empty() || word[0] == '#') continue;
      if (said_.count(word) == 0 || rest.empty())
        stop(kUsage, lang::marked(name) + ": the line " + lang::marked(lang::trimmed(line)) + " is not understood",
             "lines begin with: protocol, send, go, colours, replace, skip, or # for a comment");
      said_[word].push_back(rest);
    }
    if (last("protocol") != "uci" && last("protocol") != "gtp")
      stop(kUsage, lang::marked(name) + " has no line `protocol uci` or `protocol gtp`");
  }
  std::string last(const std::string& word) const { return said_.at(word).empty() ? "" : said_.at(word).back(); }
  std::string colour(int player) const {
    const auto [first, second] = first_word(last("colours"));
    return player == 0 ? first : second;
  }

  /// A move of ours in the program's notation.
  std::string written(std::string move) const {
    for (const std::string& rest : said_.at("replace")) {
      const auto [from, to] = first_word(rest);
      for (std::size_t at = 0; (at = move.find(from, at)) != std::string::npos; at += to.size())
        move.replace(at, from.size(), to);
    }
    return move;
  }

  /// Says something. Returns the reply: for UCI the line that begins with `until`, if any; for GTP the text after `=`.
  std::string ask(const std::string& line, const std::string& until = "") {
    const auto fail = [&](const std::string& what) {
      stop(kNo, "the engine " + lang::marked(command_) + " failed at " + lang::marked(line) + ": " + what);
    };
    constexpr int kBetween = 50;  // milliseconds
    constexpr std::size_t kLongest = 100'000;
    const double due = Stopwatch().seconds() + patience_;
    const std::string said = line + "\n";
    const ssize_t put = send(line_, said.data(), said.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put != static_cast<ssize_t>(said.size())) fail("it does not listen");
    std::string answer;
    while (is_gtp_ || !until.empty()) {
      if (stop_ && stop_()) throw stopped_work();
      if (Stopwatch().seconds() > due) fail("it has not answered in time");
      if (heard_.size() + answer.size() > kLongest) fail("its answer has no end");
      const std::size_t ends = heard_.find('\n');
      if (ends == std::string::npos) {
        char block[4096];
        pollfd waits{line_, POLLIN, 0};
        if (poll(&waits, 1, kBetween) <= 0) continue;
        const ssize_t got = read(line_, block, sizeof block);
        if (got == 0 || (got < 0 && errno != EINTR)) fail("it has ended");
        if (got > 0) heard_.append(block, static_cast<std::size_t>(got));
        continue;
      }
      const std::string text(lang::trimmed(std::string_view(heard_).substr(0, ends)));
      heard_.erase(0, ends + 1);
      if (!is_gtp_ && first_word(text).first == until) return text;
      if (is_gtp_ && text.empty() && !answer.empty()) {  // its end
        if (answer[0] != '=') fail("its answer is " + lang::marked(answer));
        return std::string(lang::trimmed(std::string_view(answer).substr(1)));
      }
      if (is_gtp_) answer += (answer.empty() ? "" : " ") + text;
    }
    return {};
  }

  const std::string command_;
  std::string go_;
  const double patience_;
  const std::function<bool()> stop_;
  std::map<std::string, std::vector<std::string>> said_ = {
      {"protocol", {}}, {"send", {}}, {"go", {}}, {"colours", {"black white"}}, {"replace", {}}, {"skip", {}}};
  bool is_gtp_ = false;
  Descriptor line_{-1};
  pid_t process_ = -1;
  std::string heard_;                               // and not yet read
  std::vector<std::pair<int, std::string>> moves_;  // moves of the game in the program's notation
  std::size_t told_ = 0;                            // of these
};

}  // namespace glint::cli
