// One table: a game between people who are elsewhere, its seats, and what was said. All of it is in a file
// (journal.hpp). README.md says who may do what, and lists the fields of requests and answers. Any thread may call.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/cli/host/journal.hpp"
#include "interpreter/cli/host/referee.hpp"

namespace glint::cli {

/// Who sends a request.
struct Guest {
  enum class Role { seat, watch, host };
  Role role = Role::watch;
  int player = kNobody;  // of the seat; whoever has none sees what all see
};

/// What is answered: a status of HTTP, and an object, which has `error` and `help` if the request has failed.
struct Reply {
  int status = 200;
  Json json;
};

class HostedTable {
 public:
  /// The first line of a new table's file: with keys and a seed that nobody can guess. `undo`: none, last or any.
  static Json new_head(const Referee& referee, const std::string& undo);
  /// Whether a file with this first line is a table of this game, with the same rules and options.
  static bool fits(const Json& head, const Referee& referee);
  /// A table with these lines; `journal` takes further ones. Null: `problem` says which line is wrong.
  static std::unique_ptr<HostedTable> from_lines(Referee& referee, Journal journal, const std::vector<Json>& lines,
                                                 std::string& problem);

  /// Who has which key, with the words for them: a player's name, "watch", "host".
  struct Key {
    std::string words, key;
    Guest guest;
  };
  const std::vector<Key>& keys() const { return keys_; }
  bool is_over();

  Reply view(const Guest& guest);
  Reply ask(const Guest& guest, const Json& body);
  Reply record();
  /// `what`: move, undo, name or say. What has the `id` of a request that was carried out is not carried out again.
  Reply change(const Guest& guest, const std::string& what, const Json& body);

  /// The version, once it is not `known` any more, or after this time.
  std::uint64_t wait(std::uint64_t known, std::chrono::milliseconds longest);

 private:
  HostedTable(Referee& referee, Journal journal) : referee_(referee), journal_(std::move(journal)) {}

  Reply move(const Guest& guest, const Json& body);
  Reply undo(const Guest& guest, const Json& body);
  Reply name(const Guest& guest, const Json& body);
  Reply say(const Guest& guest, const Json& body);
  /// Adds a line to the file, and does what it says. `next`: the position after its move.
  Reply commit(const Guest& guest, const Json& body, Json line, std::optional<Position> next = {});
  void apply(const Json& line, std::optional<Position> next);
  Reply seen(const Guest& guest);
  bool may_undo(const Guest& guest);
  std::string words_of(const Guest& guest) const;
  const Position& now() const { return positions_.back(); }
  std::vector<std::string> first_moves(std::size_t count) const;

  Referee& referee_;
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  Journal journal_;
  std::vector<Key> keys_;
  std::string undo_;
  std::uint64_t seed_ = 0, version_ = 0;
  std::vector<std::pair<int, std::string>> plies_;  // who moved, and the text
  std::vector<Position> positions_;                 // the start, and after each of them
  std::map<std::string, std::string> names_;        // by seat
  std::vector<std::pair<std::string, std::string>> said_;
  std::set<std::string> done_;  // requests that were carried out
  std::map<int, Json> shown_;   // by viewer: the position now
};

}  // namespace glint::cli
