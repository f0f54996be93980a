#include "interpreter/cli/engines/engine.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>

#include "interpreter/cli/console/console.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

namespace {

std::string lowered(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

std::string EngineTable::written(std::string move) const {
  for (const auto& [old, put] : replaced)
    for (std::size_t at = 0; (at = move.find(old, at)) != move.npos; at += put.size()) move.replace(at, old.size(), put);
  return move;
}

EngineTable read_engine_table(std::string_view text, const std::string& path) {
  EngineTable table;
  bool has_protocol = false;
  int number = 0;
  for (const std::string_view each : lang::lines_of(text)) {
    ++number;
    const auto wrong = [&](const std::string& what) {
      stop(kUsage, lang::marked(path) + ", line " + std::to_string(number) + ": " + what,
           "lines begin with: protocol, send, go, colours, replace, skip, or # for a comment");
    };
    std::istringstream line{std::string(each)};
    std::string word, rest, first, second;
    if (!(line >> word) || word[0] == '#') continue;
    std::getline(line >> std::ws, rest);
    if (rest.empty()) wrong("nothing comes after " + lang::marked(word));
    std::istringstream(rest) >> first >> second;
    if (word == "protocol") {
      if (rest != "uci" && rest != "gtp") wrong("protocols are uci and gtp, found " + lang::marked(rest));
      table.is_gtp = rest == "gtp";
      has_protocol = true;
    } else if (word == "send") {
      table.sends.push_back(rest);
    } else if (word == "go") {
      table.go = rest;
    } else if (word == "colours") {
      if (second.empty()) wrong("two colours are needed");
      table.colours = {first, second};
    } else if (word == "replace") {
      table.replaced.emplace_back(first, second);
    } else if (word == "skip") {
      table.skipped = rest;
    } else {
      wrong(lang::marked(word) + " is not known");
    }
  }
  if (!has_protocol) stop(kUsage, lang::marked(path) + " does not say which protocol", "a line `protocol uci`, or gtp");
  if (table.is_gtp && table.colours.empty()) table.colours = {"black", "white"};
  return table;
}

/// An engine in one game.
class Engine::Seat : public Player {
 public:
  Seat(Engine& engine, int seat) : engine_(engine), seat_(seat) {}

  Result<std::uint64_t> choose(const Position& position, const std::vector<std::uint64_t>*) override {
    const Result<std::vector<std::string>> moves = position.moves();
    if (!moves) return moves.errors();
    if (moves->size() == 1 && (*moves)[0] == engine_.table_.skipped) return 0;
    const bool is_gtp = engine_.table_.is_gtp;
    if (!is_gtp) {
      const Result<std::string> heard = engine_.ask("position startpos" + (moves_.empty() ? "" : " moves" + moves_), "");
      if (!heard) return heard.errors();
    }
    const std::string asked = is_gtp ? "genmove " + colour(seat_) : "go " + engine_.table_.go;
    const Result<std::string> answer = is_gtp ? engine_.ask_gtp(asked) : engine_.ask(asked, "bestmove");
    if (!answer) return answer.errors();
    std::istringstream words(*answer);
    std::string move;
    if (!is_gtp) words >> move;
    words >> move;
    move = lowered(move);
    for (std::size_t i = 0; i < moves->size(); ++i)
      if (lowered(engine_.table_.written((*moves)[i])) == move) return is_answered_ = true, i;
    return engine_.failure(asked, "its answer " + lang::marked(*answer) + " is no legal move after" +
                                      (moves_.empty() ? " the beginning" : moves_));
  }

  std::optional<Error> see(const Position& position, std::uint64_t move) override {
    const Result<std::string> text = position.move(move);
    if (!text) return text.errors()[0];
    if (*text == engine_.table_.skipped) return std::nullopt;
    const std::string written = engine_.table_.written(*text);
    moves_ += " " + written;
    const bool is_own = is_answered_;
    is_answered_ = false;
    if (is_own || !engine_.table_.is_gtp) return std::nullopt;
    const Result<std::string> heard = engine_.ask_gtp("play " + colour(position.to_move()) + " " + written);
    return heard ? std::nullopt : std::optional(heard.errors()[0]);
  }

 private:
  const std::string& colour(int seat) const { return engine_.table_.colours[static_cast<std::size_t>(seat)]; }

  Engine& engine_;
  const int seat_;
  std::string moves_;         // each after a blank
  bool is_answered_ = false;  // the move that comes is the engine's own, which it has made already
};

Engine::Engine(const std::string& command, EngineTable table, double patience, const lang::Stop& stop)
    : command_(command), table_(std::move(table)), patience_(patience), stop_(stop), process_(command) {
  const auto must = [](const Result<std::string>& heard) {
    if (!heard) cli::stop(kUsage, heard.errors());
  };
  must(table_.is_gtp ? ask_gtp("protocol_version") : ask("uci", "uciok"));
  for (const std::string& each : table_.sends) must(table_.is_gtp ? ask_gtp(each) : ask(each, ""));
  if (!table_.is_gtp) must(ask("isready", "readyok"));
}

Result<std::unique_ptr<Player>> Engine::begin(int seat) {
  Result<std::string> heard = table_.is_gtp ? ask_gtp("clear_board") : ask("ucinewgame", "");
  if (heard && !table_.is_gtp) heard = ask("isready", "readyok");
  if (!heard) return heard.errors();
  return std::unique_ptr<Player>(std::make_unique<Seat>(*this, seat));
}

Result<std::string> Engine::ask(const std::string& line, std::string_view until) {
  if (process_.send(line)) {
    if (until.empty()) return std::string();
    while (const std::optional<std::string> heard = process_.line(patience_, stop_)) {
      std::string word;
      std::istringstream(*heard) >> word;
      if (word == until) return *heard;
    }
  }
  return failure(line, "");
}

/// An answer of GTP goes on to an empty line.
Result<std::string> Engine::ask_gtp(const std::string& line) {
  std::string answer;
  if (process_.send(line))
    while (const std::optional<std::string> heard = process_.line(patience_, stop_)) {
      if (!heard->empty()) {
        answer += (answer.empty() ? "" : " ") + *heard;
        continue;
      }
      if (answer.empty()) continue;
      if (answer[0] == '=') return answer.substr(1);
      return failure(line, "its answer is " + lang::marked(answer));
    }
  return failure(line, "");
}

/// `what` is wrong with its answer; empty: there is none.
Error Engine::failure(const std::string& asked, const std::string& what) {
  return plain_error("the engine " + lang::marked(command_) + " failed at " + lang::marked(asked) + ": " +
                     (what.empty() ? process_.why_silent() : what));
}

}  // namespace glint::cli
