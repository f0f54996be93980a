// Moves: where play waits, what can be picked there, and how listed runs are stored in the ledger.
//
// A *run* of a move is one way to make all its picks. The ledger stores listed runs not one by one but by *forms*: a form
// says for each pick which slots hold the values it may have. The compiler fills them; the Program owns them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/program/code.hpp"

namespace glint {

/// One pick of a move, in the order in which they are made.
struct PickInfo {
  int local = 0;
  rules::Type type;
  bool some_of = false;  // a subset
  Slot slot = 0;         // in the run code
  Slot quick = 0;        // in the quick code
  int round = 0;         // in a loop: the round in which it is made, from 1 on; 0: in no round
  int words = 1;         // of its value
};

/// The loop of a move in which players pick: it has a copy of its picks for each possible round.
struct PickLoop {
  int rounds = -1;  // the last pick, which is the number of rounds; -1: the move has no loop
  int first = 0;    // the first pick of the first round ...
  int each = 0;     // ... and the number of picks in a round
  int most = 0;     // rounds
};

struct MoveCode {
  SeatCode list;   // lists the move's legal runs; entries of -1 for `offer nothing`
  int run = -1;    // does a run, checks everything and explains a refusal
  SeatCode quick;  // does a listed run: its picks are in their slots, and nothing is checked
  SeatCode carry;  // for moves chosen together: does a run with its picks, and refuses nothing
  bool is_sure = false;  // for those: a listed run is always possible, so it need not be tried when it is chosen
  /// No run of it can fail, and nothing that `heuristic` (or `score`) or an end reads changes by it or after it.
  bool keeps_worth = false;
  std::vector<PickInfo> picks;
  PickLoop loop;

  /// True if a run with this many rounds makes the pick.
  bool makes(const PickInfo& pick, std::uint64_t rounds) const {
    return static_cast<std::uint64_t>(pick.round) <= rounds;
  }
};

/// The item that `push` stores for one pick, or for two that depend on each other.
struct LedgerItem {
  /// value: one value. set: the values it may have. number: those from `low` on, as their count. pairs: of a cell and a
  /// value, as a set of numbers. lanes: pairs of a cell and one some steps away, as a set of cells for each direction,
  /// those from which it leads to a second one.
  enum class Form : std::uint8_t { value, set, number, pairs, lanes };
  int pick = 0;
  Slot slot = 0;
  std::uint16_t words = 1;
  Form form = Form::value;
  Slot low = 0;            // number: its lowest value, stored in the ledger after the count. lanes: the directions
                           // that have a set, as bits; 0: all
  Slot target = 0;         // the slot where the quick code finds the pick
  bool some_of = false;    // a subset; the quick code computes its domain again
  std::uint8_t shift = 0;  // pairs: first << shift | second
  int second = -1;         // pairs and lanes: the other pick, and the slot where the quick code finds it
  Slot second_target = 0;
  Slot length = 0;         // lanes: the slot of the number of steps, stored after the sets; 0: one step

  std::size_t data_words() const { return form == Form::number ? 2 : words + (length != 0 ? 1 : 0); }
};
struct LedgerForm {
  int move = 0;
  std::vector<LedgerItem> items;
  // Derived from the items:
  std::size_t words = 1;  // of all moves, but at least 1
  bool is_plain = true;   // all are values of one word and sets of one or two, too few for too many runs

  void add_up() {
    constexpr std::size_t kMostPlain = 8;  // sets of two words that have at most 2^56 runs
    std::size_t sum = 0;
    is_plain = items.size() <= kMostPlain;
    for (const LedgerItem& item : items) {
      sum += item.data_words();
      is_plain = is_plain && item.form <= LedgerItem::Form::set &&
                 item.words <= (item.form == LedgerItem::Form::set ? 2 : 1);
    }
    words = sum > 0 ? sum : 1;
  }
};

/// All code, and what its instructions refer to.
struct ScriptCode {
  std::vector<Instruction> instructions;
  std::vector<lang::Span> spans;    // by instruction: for errors
  std::vector<Word> initial_frame;  // constants in their slots, zero elsewhere
  std::vector<Message> messages;
  std::vector<LedgerForm> ledger_forms;
};

/// A place where play waits for a player.
struct Node {
  std::vector<int> moves;
  int resume = 0;      // entry of the code after it
  int otherwise = -1;  // entry of `else`, or -1
  lang::Span span;
  bool together = false;  // every player chooses before anything is carried out
  int list = -1;          // entry of the code that lists its moves
  int drawn = -1;         // entry of the code after that, which draws one of them
  bool runs_on = false;   // random games continue from there without leaving the code
  int before = -1;        // the node whose `else` leads here directly, or -1
  int player = -1;        // the player to move, if it is always the same, or -1
};

/// A place where play waits for chance.
struct DrawNode {
  enum class Form : std::uint8_t { one, some, bag };  // an element of a set; several of them; one from a bag
  Form form = Form::one;
  std::string name;
  rules::Type type;
  Slot target = 0;  // where the value goes
  int begin = 0;    // entry of the code that computes what can be drawn; it reads only the State
  int resume = 0;
  lang::Span span;
  int variable = -1;
  int bag = -1;                        // a variable
  std::int64_t first = 0, values = 0;  // for a bag: the index of its first slot, and the number of slots
};

}  // namespace glint
