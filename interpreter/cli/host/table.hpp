// One table: a game between people who are elsewhere, its seats, and what was said. All of it is in a file
// (journal.hpp), and the game also in a record, without keys. README.md says who may do what, and lists the fields of
// requests and answers. Any thread may call; tables do not wait for each other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/cli/host/journal.hpp"
#include "interpreter/cli/table/session.hpp"

namespace glint::cli {

using HostClock = std::chrono::steady_clock;

/// The time that a script may take for the request of this thread, while this lives. The game's Limits::stop must be
/// `also_late`.
class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds longest);
  ~Deadline();
  static std::function<bool()> also_late(std::function<bool()> stop);
};

/// What the tables of a server have in common.
struct HostRules {
  Game game;
  std::string name;     // as the command named it
  std::string records;  // the folder for them
};

/// What a new table is to be like.
struct TablePlan {
  std::string undo = "last";  // who may take the last move back: none, last or any
  bool has_clock = false;
  Settings bots = {};  // by player
  std::vector<std::string> questions = {};
};

/// Who sends a request: the number of a player, or one of these.
inline constexpr int kHost = -1, kWatcher = -2;

/// An answer: a status of HTTP, and an object in JSON, which has `error` and `help` if the request has failed.
struct Reply {
  int status = 200;
  std::string json = "{}";
};

class HostedTable {
 public:
  /// The first line of a new table's file: with keys, and a seed that nobody can guess.
  static Json new_head(const HostRules& rules, const TablePlan& plan, const std::string& entrance);
  /// Why a file with this first line is no table of this game with the same rules and options; empty: it is one.
  /// Nothing: it is of a game of another name.
  static std::optional<std::string> misfit(const Json& head, const HostRules& rules);
  /// A table with these lines; `journal` takes further ones. If `problem` is not empty then, it says which line is
  /// wrong, and there is no table. `id`: the name of its record.
  HostedTable(const HostRules& rules, std::string id, Journal journal, const std::vector<Json>& lines,
              std::string& problem);
  /// Keeps the record of a game that is not over.
  ~HostedTable() { keep_record(true); }

  /// Somebody with a link: the words for them, and how much they ask for, which is the server's to count.
  struct Key {
    std::string words, key;
    int who = kWatcher;
    double left = 60;  // requests
    HostClock::time_point at = HostClock::now();
    std::uint64_t streams = 0;  // of events, so far
  };
  std::vector<Key>& keys() { return keys_; }
  const std::string& id() const { return id_; }
  /// The key with which people get the next free seat of several tables.
  const std::string& entrance() const { return entrance_; }

  Reply view(int who);
  Reply moves(int who);
  Reply record();
  /// `what`: move, undo, name, say, note or answer. What has the `id` of a request that was carried out is not carried
  /// out again.
  Reply change(int who, const std::string& what, const Json& body);

  /// The key of the seat that was given to this `id`; with `gives`, or else of the first that nobody was given. Empty:
  /// there is none.
  std::string seat_for(const std::string& id, bool gives);
  /// Names, moves so far, who is waited for, and the result.
  Json summary();

  /// The version, once it is not `known` any more, or after this time.
  std::uint64_t wait(std::uint64_t known, std::chrono::milliseconds longest);

  /// A bot that is to choose now, in a position that is nobody else's. It is given once.
  struct BotTurn {
    int player;
    std::string bot;
    Position at;
    std::uint64_t turn, seed;
  };
  std::optional<BotTurn> bot_turn();
  /// Ends the game of a player whose time is up.
  void end_if_late();

 private:
  /// Who is asked for a move: several where players choose together. What they choose is sealed until all have.
  struct Asked {
    int player;
    Position at;  // as this player may choose in it: choices of others there are made up
    std::string sealed = {};
    double seconds = 0;
    bool is_given = false;  // to a bot
  };
  struct Ply {
    int player;
    std::string move;
    double seconds;
    bool stands;  // it cannot be taken back
  };
  struct Remark {
    int who;
    std::size_t after;  // so many moves
    std::string text;
  };

  Reply apply(const Json& line);
  Reply move(int who, const std::string& text, double seconds);
  Reply seen(int who);
  /// Nothing: the script was stopped.
  std::optional<std::vector<Asked>> asked_in(const Position& position) const;
  void look(std::vector<Asked> asked);
  Asked* asked(int who);
  /// The moves that one who may take back the last one takes back with it, those of bots after it; 0: may not.
  std::size_t to_undo(int who) const;
  double seconds() const { return std::chrono::duration<double>(HostClock::now() - since_).count(); }
  std::string bot_of(int player) const;
  Json record_json() const;
  void keep_record(bool unfinished);

  const HostRules& rules_;
  const std::string id_;
  const std::vector<std::string> players_;
  bool is_secret_ = false;  // something is hidden from some players, or they choose together
  std::mutex mutex_;        // of all below
  std::condition_variable changed_;
  Journal journal_;
  bool is_lost_ = true;                   // its file may not hold what is here
  std::string entrance_, undo_, unkept_;  // `unkept_`: why the record is not written
  Settings bots_;
  std::vector<std::string> questions_;
  std::vector<Key> keys_;
  std::optional<Session> session_;
  std::vector<Asked> asked_;
  HostClock::time_point since_;
  std::uint64_t seed_ = 0, version_ = 0, turn_ = 0;  // `turn_`: how often the position has changed
  std::vector<Ply> plies_;
  std::map<int, std::string> names_;
  std::vector<Remark> said_, notes_;
  std::map<std::pair<int, std::size_t>, std::string> answers_;  // by player and question
  std::map<std::string, std::string> done_;                     // requests that were carried out
  std::map<std::string, int> counts_;                           // of each kind, by whom
  std::map<int, std::string> shown_, listed_;                   // by viewer: the position, and moves
};

}  // namespace glint::cli
