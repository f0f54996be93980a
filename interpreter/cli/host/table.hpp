// One table: a game between people who are elsewhere, its seats, and what was said. All of it is in a file; the game is
// also in a record, without keys. README.md says who may do what, and lists the fields of requests and answers. Any
// thread may call; tables do not wait for each other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/table/session.hpp"

namespace glint::cli {

using HostClock = std::chrono::steady_clock;
inline constexpr std::chrono::seconds kLongestAnswer{10};  // limits for the work of scripts

/// After this time the work of scripts in this thread is stopped, if their Limits::stop is `also_late`.
void set_deadline(std::chrono::milliseconds longest);
std::function<bool()> also_late(std::function<bool()> stop);

/// The settings for the tables of a server; those from `undo` on count for new tables only.
struct HostPlan {
  Game game;
  std::string name, folder, records;  // the game as the command named it; the folders of tables and of their records
  int tables = 1;                     // that are not over
  std::string undo = "last";          // who may take the last move back: none, last or any
  Settings bots = {};                 // by seat, as `make_player` takes them
  std::vector<std::string> questions = {};
  std::function<void(const std::string&)> warn = [](const std::string&) {};  // is called in any thread
};

/// Thrown in place of an answer: an HTTP status, and words.
struct HostRefusal {
  int status;
  std::string error, help = {};
};

/// Who sends a request: the number of a player, or one of these.
inline constexpr int kHost = -1, kWatcher = -2;

class HostedTable {
 public:
  /// The file of a new table, with keys, and a seed that nobody can guess.
  static Json new_file(const HostPlan& plan);
  /// The reason why a file is no table of this game with the same rules and options; empty: it is one. Nothing: the
  /// file belongs to a game of another name.
  static std::optional<std::string> misfit(const Json& file, const HostPlan& plan);
  /// A table of that name with this file. Throws HostRefusal: something in it is wrong.
  HostedTable(const HostPlan& plan, const std::string& id, Json file);

  /// Somebody with a link: the words for them, and how much they ask for (the server counts that). The seat of a bot
  /// has no key.
  struct Key {
    std::string words, key, bot;
    int who;
    HostedTable* table;
    double left = 60;  // requests
    int at_once = 0;
    HostClock::time_point at = HostClock::now();
    std::uint64_t streams = 0;  // of events, so far
  };
  std::vector<Key>& keys() { return keys_; }
  const std::string& id() const { return id_; }
  /// The result; empty: it goes on.
  std::string result();
  std::string view(int who);
  std::string moves(int who);
  /// `what`: move, undo, name, say, note or answer. Each `id` of a request is carried out only once.
  std::string change(int who, const std::string& what, const Json& body);
  /// The version, when it is no longer `known`, or after this time.
  std::uint64_t wait(std::uint64_t known, std::chrono::milliseconds longest);
  /// Lets a bot choose if it is to move now, or within this time. Only one thread may call it.
  void mind(std::chrono::milliseconds longest);

 private:
  /// The players to move: several where players choose together. Their choices are sealed until all have chosen.
  struct Asked {
    int player;
    Position at;  // the position in which this player may choose: the choices of others are made up
    std::string sealed = {};
    double seconds = 0;
    int tries = 0;  // of a bot
  };

  void apply(const Json& line);
  void move(int who, const std::string& text, double seconds);
  std::string seen(int who);
  std::vector<Asked> asked_in(const Position& position) const;
  void look(std::vector<Asked> asked);
  Asked* asked(int who);
  /// The moves taken back by a player who may take back the last one: it and the bots' moves after it; 0: none.
  std::size_t to_undo(int who) const;
  bool is_bot(int who) const { return who >= 0 && seats_.at(static_cast<std::size_t>(who)).contains("bot"); }
  Json name_of(int who) const { return who < 0 ? Json() : seats_.at(static_cast<std::size_t>(who))["seat"]; }
  void keep_record();

  const HostPlan& plan_;
  const std::string id_;
  bool is_secret_;    // something is hidden from some players, or they choose together
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  Json file_;
  bool fails_ = false;    // choices made together cannot be carried out
  bool is_lost_ = false;  // the file on the disk may differ
  std::vector<Key> keys_;
  std::optional<Session> session_;
  std::vector<Asked> asked_;
  HostClock::time_point since_;                // when they were asked
  std::uint64_t turn_ = 0;                     // how often the position has changed
  Json seats_, plies_, said_;                  // as they are answered
  std::map<int, Json> notes_, answers_;        // by whom
  std::map<int, std::string> shown_, listed_;  // by viewer: the position, and the moves
};

}  // namespace glint::cli
