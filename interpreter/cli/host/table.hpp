// One table: a game between people who are elsewhere, its seats, and what was said. All of it is in a file, and the
// game also in a record, without keys. README.md says who may do what, and lists the fields of requests and answers.
// Any thread may call; tables do not wait for each other.
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
inline constexpr std::chrono::seconds kLongestAnswer{10};  // of the work of scripts

/// After this time the work of scripts in this thread is stopped, if their Limits::stop is `also_late`.
void set_deadline(std::chrono::milliseconds longest);
std::function<bool()> also_late(std::function<bool()> stop);

/// What the tables of a server are to be like; from `undo` on, new ones.
struct HostPlan {
  Game game;
  std::string name, folder, records;  // the game as the command named it; where tables are, and their records
  int tables = 1;                     // that are not over
  std::string undo = "last";          // who may take the last move back: none, last or any
  Settings bots = {};                 // by seat, as `make_player` takes them
  std::vector<std::string> questions = {};
  std::function<void(const std::string&)> warn = [](const std::string&) {};  // is called in any thread
  std::string rules = {};  // a page of HTML, for everybody at the table; empty: it is not told
};

/// Is thrown in place of an answer: a status of HTTP, and words.
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
  /// Why a file is no table of this game with the same rules and options; empty: it is one. Nothing: it is of a game of
  /// another name.
  static std::optional<std::string> misfit(const Json& file, const HostPlan& plan);
  /// A table of that name with this file. Throws HostRefusal: something in it is wrong.
  HostedTable(const HostPlan& plan, const std::string& id, Json file);

  /// Somebody with a link: the words for them, and how much they ask for, which is the server's to count. The seat of a
  /// bot has no key.
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
  /// `what`: move, undo, name, say, note or answer. What has the `id` of a request that was carried out is not carried
  /// out again.
  std::string change(int who, const std::string& what, const Json& body);
  /// The version that this one sees, once it is not `known` any more, or after this time.
  std::uint64_t wait(int who, std::uint64_t known, std::chrono::milliseconds longest);
  /// So many more pages of this one are open. A seat without any is told as left alone; nobody is woken by it.
  void sit(int who, int more);
  /// Lets a bot choose that is asked, or is asked within this time. One thread may call it.
  void mind(std::chrono::milliseconds longest);

 private:
  /// Who is asked for a move: several where players choose together. What they choose is sealed until all have.
  struct Asked {
    int player;
    Position at;  // as this player may choose in it: choices of others there are made up
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
  /// The moves that one who may take back the last one takes back with it, those of bots after it; 0: may not.
  std::size_t to_undo(int who) const;
  bool is_bot(int who) const { return who >= 0 && seats_.at(static_cast<std::size_t>(who)).contains("bot"); }
  Json name_of(int who) const { return who < 0 ? Json() : seats_.at(static_cast<std::size_t>(who))["seat"]; }
  void keep_record();
  /// How many changes this one can see: not the notes and answers of others.
  std::uint64_t version_of(int who) { return shared_ + own_[who]; }

  const HostPlan& plan_;
  const std::string id_;
  bool is_secret_;    // something is hidden from some players, or they choose together
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  Json file_;
  bool fails_ = false;    // choices made together cannot be carried out
  bool is_lost_ = false;  // what is on the disk may be something else
  std::vector<Key> keys_;
  std::optional<Session> session_;
  std::vector<Asked> asked_;
  HostClock::time_point since_;                // when they were asked
  std::uint64_t turn_ = 0;                     // how often the position has changed
  Json seats_, plies_, said_;                  // as they are answered
  std::map<int, Json> notes_, answers_;        // by whom
  std::uint64_t shared_ = 0;                   // how many changes all can see,
  std::map<int, std::uint64_t> own_;           // and how many only this one can
  std::map<int, int> pages_;                   // that are open, by whom
  std::map<int, std::string> shown_, listed_;  // by viewer: the position, and moves
};

}  // namespace glint::cli
