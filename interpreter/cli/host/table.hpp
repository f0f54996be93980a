// One table: a game between people who are elsewhere, its seats, and what was said. All of it is in a file; the game is
// also in a record, without keys. README.md says who may do what, and lists the fields of requests and answers. Any
// thread may call; tables do not wait for each other.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>
#include <vector>

#include <glint/glint.hpp>
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/table/session.hpp"
#include "interpreter/players/player.hpp"

namespace glint::cli {

using HostClock = std::chrono::steady_clock;
inline constexpr std::chrono::seconds kLongestAnswer{10};  // limits for the work of scripts

/// After this time the work of scripts in this thread is stopped, if their Limits::stop is `also_late`.
void set_deadline(std::chrono::milliseconds longest);
std::function<bool()> also_late(std::function<bool()> stop);

/// The settings for the tables of a server; those from `undo` on count for new tables only.
struct HostPlan {
  Game game;
  std::string name, folder, records;  // the game as the command named it; where tables are, and their records
  int tables = 1;                     // that are not over; of a class, at most
  std::string undo = "last";          // who may take the last move back: none, last or any
  Settings bots = {};                 // by seat, as `make_player` takes them
  std::vector<std::string> questions = {};
  std::function<void(const std::string&)> warn = [](const std::string&) {};  // is called in any thread
  bool clock = false;                                                        // whether the game's clock runs
  bool is_class = false;                                                     // one link is for all, who get seats
  std::function<HostClock::time_point()> now = [] { return HostClock::now(); };
  JudgeMaker learned = {};  // judges for `learned`
  std::string rules = {};   // a page of HTML, for everybody at the table; empty: it is not told
};

/// Thrown in place of an answer: an HTTP status, and words.
struct HostRefusal {
  int status;
  std::string error, help = {};
};

/// Who sends a request: the number of a player, or one of these; the last two are of no table.
inline constexpr int kHost = -1, kWatcher = -2, kWholeClass = -3, kHostOfClass = -4;

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
    HostedTable* table;  // null: of a class
    double left = 60;    // requests
    int at_once = 0;
    HostClock::time_point at = HostClock::now();
    std::uint64_t opened = 0;            // pages so far,
    std::set<std::uint64_t> pages = {};  // and those of them that are open. A seat without any is told as left alone
  };
  /// Who reads the texts of its keys, or their pages, has this; who changes them has it alone.
  std::shared_mutex keys_mutex;
  std::vector<Key>& keys() { return keys_; }
  const std::string& id() const { return id_; }
  /// The result; empty: it goes on.
  std::string result();
  /// What this one is told; where the clock runs, it begins when all people have asked once.
  std::string view(int who);
  std::string moves(int who);
  /// The record of a game that is over, as JSON.
  std::string record(int who);
  /// What the host of a class is told of this table, besides its links.
  Json summary();
  /// The key of the seat that this request of a class has got; `is_new`: of a free one, which it gets. Empty: none.
  std::string join(const Json& body, bool is_new);
  /// `what`: move, undo, name, say, note, answer, free, pause or resume. What has the `id` of a request that was carried out is not
  /// carried out again.
  std::string change(int who, const std::string& what, const Json& body);
  /// The version that this one sees, once it is not `known` any more, or after this time.
  std::uint64_t wait(int who, std::uint64_t known, std::chrono::milliseconds longest);
  /// Where the clock runs: ends the game if the time of somebody is over who is asked, and notes now and then how long
  /// they have had, for a server that is started again. To be called all the time; it waits for no other work.
  void judge();
  /// Lets a bot choose that is asked, or is asked within this time. One thread may call it.
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

  /// Whether this was done already. Throws HostRefusal: it comes too late, or there was too much of it.
  bool is_done(const Json& line) const;
  void apply(const Json& line);
  /// Applies a line, and writes it to the disk before anybody sees what it has done.
  void commit(Json line, HostClock::time_point when);
  void move(int who, const std::string& text, double seconds);
  using Made = std::pair<Position, Json>;  // the position after a move, and the ply
  /// The choices of those who are asked, up to the first that is missing; else why one is illegal.
  std::optional<Error> carry_out(std::vector<Made>& made) const;
  /// Goes on with choices, and asks `next`; a player who had no time left for one ends the game instead.
  void make(std::vector<Made> made, std::vector<Asked> next);
  /// The clock begins once a request of each person's seat has come.
  void come(int who);
  std::string seen(int who);
  Json clock_json() const;
  /// The seconds that those who are asked have had.
  double spent_at(HostClock::time_point when) const;
  /// The clock in one's decision: who choose before, at the same time, have had their time.
  PlayClock clock_of(const Asked& mine) const;
  /// Whether the time of this one was over then; if so, it ends the game.
  bool is_out_of_time(const Asked& mine, HostClock::time_point when);
  void run_out(int who, std::optional<double> seconds);
  std::vector<Asked> asked_in(const Position& position) const;
  void look(std::vector<Asked> asked);
  Asked* asked(int who);
  /// The moves taken back by a player who may take back the last one: it and the bots' moves after it; 0: none.
  std::size_t to_undo(int who) const;
  bool is_bot(int who) const { return who >= 0 && seats_.at(static_cast<std::size_t>(who)).contains("bot"); }
  Json name_of(int who) const { return who < 0 ? Json() : seats_.at(static_cast<std::size_t>(who))["seat"]; }
  Record full_record();
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
  bool is_lost_ = false;  // the file on the disk may differ
  std::vector<Key> keys_;
  std::optional<Session> session_;
  std::vector<Asked> asked_;
  HostClock::time_point since_;                // when they were asked
  HostClock::time_point kept_;                 // when it was last written how long they have had
  double before_ = 0;                          // seconds that they had while another server ran
  bool runs_ = false;                          // the clock: all people have come,
  bool is_paused_ = false;                     // and the host has not stopped it. No move counts then
  std::set<int> awaited_;                      // people who have not come since the server runs
  std::map<int, std::string> joined_;          // those of a class, and the requests
  std::atomic<int> coming_ = 0;                // moves that wait for other work
  std::uint64_t turn_ = 0;                     // how often the position has changed
  Json seats_, plies_, said_;                  // as they are answered
  std::map<int, Json> notes_, answers_;        // by whom
  std::uint64_t shared_ = 0;                   // how many changes all can see,
  std::map<int, std::uint64_t> own_;           // and how many only this one can
  std::map<int, std::string> shown_, listed_;  // by viewer: the position, and moves
};

}  // namespace glint::cli
