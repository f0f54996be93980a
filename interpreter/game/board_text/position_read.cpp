// Reads the text of a position.
#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint {

using lang::marked;

namespace {

using rules::Base;
using Problem = std::optional<PositionProblem>;

constexpr const char* kOneView =
    "this is what one player sees of a position, where `?` is hidden; it cannot be played from";

/// A number, written exactly as it prints.
std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc() || std::to_string(number) != text) return std::nullopt;
  return number;
}

/// Writes the pieces that it reads on a board of its own. The machine gets it after board and settings are read. It
/// then checks whether the simultaneous choices are legal; if they are not, its State must not be used.
class PositionReader {
 public:
  explicit PositionReader(Machine& machine)
      : machine_(machine), program_(machine.program()), board_(program_), frame_(board_.frame()) {
    take_over();
  }

  Problem read(std::string_view text) {
    if (Problem problem = take_apart(text)) return problem;
    if (!rows_.empty() || settings_.empty())
      if (Problem problem = read_board()) return problem;
    for (const Setting& setting : settings_)
      if (Problem problem = read_setting(setting)) return problem;
    if (Problem problem = check_whole()) return problem;
    // Without a choice, play waits where the turn began, not behind an `else` that another position led to.
    if (!given("choice") && frame_[Layout::kNode] < program_.nodes.size())
      while (program_.nodes[frame_[Layout::kNode]].before >= 0)
        frame_[Layout::kNode] = static_cast<Word>(program_.nodes[frame_[Layout::kNode]].before);
    // The counter of a `turn of each player` follows from the player to move.
    if (!given("play") && frame_[Layout::kNode] != Layout::kOver)
      for (const PlaySlot& place : program_.layout.play_slots)
        if (place.is_turn) frame_[place.slot] = frame_[Layout::kMe];
    hand_over();
    Problem problem = read_choices();
    hand_over();
    return problem;
  }

 private:
  struct Setting {
    int line = 0;
    std::string_view name, value;
  };
  /// The State is copied to the machine, and back.
  void hand_over() {
    board_.store(state_);
    machine_.load(state_);
  }
  void take_over() {
    machine_.store(state_);
    board_.load(state_);
  }

  Problem fail(std::string message) const { return PositionProblem{line_, std::move(message)}; }
  Problem has_no(const std::string& what, const std::string& name, const std::vector<std::string>& known) const {
    const std::string meant = lang::did_you_mean(name, known);
    return fail("this game has no " + what + (meant.empty() ? "" : "; " + meant));
  }
  bool given(const std::string& name) const { return lines_.count(name) > 0; }

  /// Splits the text into rows and settings; no setting may come twice.
  Problem take_apart(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    for (line_ = 1; !text.empty(); ++line_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = lang::trimmed(text.substr(0, end), kBlanks);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.empty()) continue;
      const std::size_t equals = line.find(" = ");
      if (equals == std::string_view::npos) {
        if (line.size() > 2 && line.ends_with(" =")) {
          const PositionEntry* entry = entry_of(std::string(line.substr(0, line.size() - 2)));
          return fail(marked(line) + " gives no value" + (entry ? nothing_of(*entry) : ""));
        }
        if (!settings_.empty())
          return fail(marked(line) + " is neither a row of the board, which comes first, nor `name = value`");
        rows_.push_back({line_, line});
        continue;
      }
      const Setting setting{line_, lang::trimmed(line.substr(0, equals), kBlanks),
                            lang::trimmed(line.substr(equals + 3), kBlanks)};
      const auto first = lines_.emplace(std::string(setting.name), line_);
      if (!first.second)
        return fail(marked(setting.name) + " is given twice: first in line " + std::to_string(first.first->second));
      settings_.push_back(setting);
    }
    line_ = std::max(1, line_ - 1);
    last_line_ = line_;
    return std::nullopt;
  }

  Problem read_board() {
    std::vector<std::vector<int>> columns;
    if (Problem problem = BoardReader(machine_).read(rows_, line_, columns)) return problem;
    Silence silence;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const int cell = static_cast<int>(c);
      while (board_.top(cell).key) board_.remove_top(cell, silence);
      for (const int key : columns[c]) board_.put(cell, key, silence);
    }
    return std::nullopt;
  }

  Problem read_setting(const Setting& setting) {
    line_ = setting.line;
    if (setting.name == "to move") return read_mover(setting.value);
    if (setting.name == "choice") return read_place(setting.value, program_.nodes.size(), "a player chooses", 0);
    if (setting.name == "draw" && !program_.draws.empty()) {
      Problem problem = read_place(setting.value, program_.draws.size(), "chance draws", Layout::kDraw);
      return problem || !given("choice") ? problem : fail("play waits at a choice or at a draw, not at both");
    }
    if (setting.name == "result") return read_result(setting.value);
    if (setting.name == "play") return read_play(setting.value);
    if (setting.name.starts_with(kChosenBy)) {
      chosen_.push_back(setting);  // judged when the position is complete
      return std::nullopt;
    }
    if (setting.name.starts_with(kOption)) return check_option(setting);
    if (setting.value == kHidden) return fail(kOneView);
    return read_variable(std::string(setting.name), setting.value);
  }

  /// An option is as it was when the position was written.
  Problem check_option(const Setting& setting) const {
    const std::string name(setting.name.substr(std::string_view(kOption).size()));
    for (std::size_t i = 0; i < program_.options.size(); ++i) {
      const rules::Option& option = program_.rules.options[i];
      if (option.name != name) continue;
      const std::string value = print_value(program_.rules, option.type, program_.options[i]);
      if (value == setting.value) return std::nullopt;
      const std::string wanted = name + "=" + std::string(setting.value);
      return fail("this was written with " + marked(wanted) + ", but the game is set to " + marked(name + "=" + value) +
                  ": use `--set " + wanted + "`");
    }
    return has_no("option " + marked(name), name, lang::names_of(program_.rules.options));
  }

  Problem read_mover(std::string_view value) {
    for (std::size_t p = 0; p < program_.rules.players.size(); ++p) {
      if (program_.rules.players[p].name != value) continue;
      frame_[Layout::kMe] = p;
      // A game that is over at its start waits nowhere; a position of it waits at the first choice.
      if (frame_[Layout::kNode] == Layout::kOver && !given("choice") && !given("draw") && !program_.nodes.empty()) {
        frame_[Layout::kNode] = 0;
        frame_[Layout::kOutcome] = 0;
      }
      if (!given("choice")) wait_for(static_cast<int>(p));
      return std::nullopt;
    }
    return fail(marked(value) + " is not a player");
  }

  /// Waits at the first choice that this player may have, if the one at which play waits is another player's.
  void wait_for(int player) {
    const auto is_of = [&](const Node& node) { return node.player < 0 || node.player == player; };
    const std::vector<Node>& nodes = program_.nodes;
    Word& here = frame_[Layout::kNode];
    if (here >= nodes.size() || is_of(nodes[here])) return;
    const auto first = std::find_if(nodes.begin(), nodes.end(), is_of);
    if (first != nodes.end()) here = static_cast<Word>(first - nodes.begin());
  }

  /// Reads the number, from 1, of one of the places where `what` happens; `first` is the node of number 1.
  Problem read_place(std::string_view value, std::size_t places, const char* what, Word first) {
    const std::int64_t number = number_of(value).value_or(0);
    if (number < 1 || number > static_cast<std::int64_t>(places))
      return fail(marked(value) + " is not the number of a place in `play` where " + what + ": " +
                  (places == 0 ? "this game has none" : "they are numbered from 1 to " + std::to_string(places)));
    frame_[Layout::kNode] = first + static_cast<Word>(number - 1);
    frame_[Layout::kOutcome] = 0;  // the start may be over, depending on chance
    return std::nullopt;
  }

  Problem read_result(std::string_view value) {
    for (const char* other : {"to move", "choice", "draw", "play"})
      if (given(other)) return fail("a game with a result is over and has no " + marked(other));
    const rules::Rules& rules = program_.rules;
    std::vector<std::pair<OutcomeKind, int>> ends = {{OutcomeKind::tie, -1}, {OutcomeKind::score, -1}};
    if (rules.team) ends.emplace_back(OutcomeKind::win, -1);
    if (rules.team || rules.players.size() == 1) ends.emplace_back(OutcomeKind::loss, -1);
    for (std::size_t p = 0; p < rules.players.size() && !rules.team; ++p)
      ends.emplace_back(OutcomeKind::win, static_cast<int>(p));
    const auto end = std::find_if(ends.begin(), ends.end(),
                                  [&](const auto& one) { return result_words(rules, one.first, one.second) == value; });
    if (end == ends.end()) return fail(marked(value) + " is not a result");
    frame_[Layout::kNode] = Layout::kOver;
    frame_[Layout::kMe] = 0;
    frame_[Layout::kOutcome] = static_cast<Word>(end->first) | static_cast<Word>(end->second + 1) << 8;
    std::fill(frame_ + program_.layout.play, frame_ + program_.layout.size, 0);
    return std::nullopt;
  }

  Problem read_play(std::string_view value) {
    const std::vector<std::string_view> words = words_of(value);
    if (words.size() != program_.layout.play_slots.size())
      return fail("`play` has " + std::to_string(words.size()) + " numbers, but this game needs " +
                  std::to_string(program_.layout.play_slots.size()));
    for (std::size_t i = 0; i < words.size(); ++i) {
      const PlaySlot& place = program_.layout.play_slots[i];
      const auto number = number_of(words[i]);
      const bool fits = number && (place.is_set ? (static_cast<Word>(*number) & ~place.within) == 0
                                                : *number >= place.lo && *number <= place.hi);
      if (!fits) return fail(marked(words[i]) + " cannot be number " + std::to_string(i + 1) + " of `play`");
      frame_[place.slot] = static_cast<Word>(*number);
    }
    return std::nullopt;
  }

  Problem read_variable(const std::string& name, std::string_view value) {
    const PositionEntry* entry = entry_of(name);
    if (!entry) return has_no(marked(name), name, lang::names_of(entries_));
    if (read_value(entry->type, value, frame_ + entry->slot)) return std::nullopt;
    const bool is_nothing = value == "{}" || value == "none";
    return fail(marked(value) + " is not a value of " + marked(name) + (is_nothing ? nothing_of(*entry) : ""));
  }

  const PositionEntry* entry_of(const std::string& name) {
    if (entries_.empty()) {
      entries_ = position_entries(program_);
      for (std::size_t i = 0; i < entries_.size(); ++i) by_name_.emplace(entries_[i].name, i);
    }
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &entries_[found->second];
  }

  /// The notation of an empty set, which is hard to guess.
  static std::string nothing_of(const PositionEntry& entry) {
    if (!entry.type.is_set) return {};
    const bool by_name = entry.type.base == Base::cell || entry.type.base == Base::edge;
    return std::string("; an empty set is written ") + (by_name ? "`none`" : "`{}`");
  }

  /// Reads a value as it prints; false if it is not a value of the type.
  bool read_value(const rules::Type& type, std::string_view text, Word* slots) {
    if (type.base == Base::cell || type.base == Base::edge) return read_cells(type, text, slots);
    rules::Type element = type;
    element.is_set = false;
    if (!type.is_set) {
      const auto value = read_element(element, text);
      if (value) slots[0] = static_cast<Word>(*value);
      return value.has_value();
    }
    if (text.size() < 2 || text.front() != '{' || text.back() != '}') return false;
    text = text.substr(1, text.size() - 2);
    slots[0] = 0;
    while (!text.empty()) {
      const std::size_t comma = std::min(text.find(','), text.size());
      const auto value = read_element(element, lang::trimmed(text.substr(0, comma), kBlanks));
      text.remove_prefix(std::min(comma + 1, text.size()));
      if (!value || *value < 0 || *value > 63) return false;
      slots[0] |= bit_in_word(*value);
    }
    return true;
  }

  std::optional<std::int64_t> read_element(const rules::Type& element, std::string_view text) const {
    if (element.base == Base::number) {
      const auto number = number_of(text);
      return number && *number >= element.lo && *number <= element.hi ? number : std::nullopt;
    }
    const std::int64_t first = domain_first(element), size = domain_size(program_.rules, element);
    for (std::int64_t i = first; i < first + size; ++i)
      if (print_value(program_.rules, element, i) == text && program_.is_value(element, i)) return i;
    return std::nullopt;
  }

  /// Reads cells and edges by name; a name that belongs to a player is two words, "north B3".
  bool read_cells(const rules::Type& type, std::string_view text, Word* slots) {
    const bool edges = type.base == Base::edge;
    std::unordered_map<std::string, int>& names = edges ? edges_ : cells_;
    if (names.empty()) {
      const Geometry& geometry = program_.geometry;
      for (int c = 0; c < geometry.cells; ++c) {
        if (!edges) names.emplace(geometry.label_of(c), c);
        for (int d = 0; edges && d < geometry.directions; ++d)
          names.emplace(geometry.side_name(c, d), geometry.edge_at(c, d));
      }
    }
    if (!type.is_set) {
      const auto found = names.find(std::string(text));
      if (found == names.end() || !program_.is_value(type, found->second)) return false;
      slots[0] = static_cast<Word>(found->second);
      return true;
    }
    std::fill(slots, slots + program_.set_words(type), 0);
    if (text == "none") return true;
    rules::Type element = type;
    element.is_set = false;
    const auto find = [&](std::string_view name) {
      const auto found = names.find(std::string(name));
      return found == names.end() || !program_.is_value(element, found->second) ? -1 : found->second;
    };
    return each_named(words_of(text), find, [slots](std::int64_t value) { add_bit(slots, value); });
  }

  /// Reads choices already made together. Each must be legal in this position, as it was when it was made. The player
  /// to move must be the first one without a choice.
  Problem read_choices() {
    if (settings_.empty() || program_.layout.pending_stride == 0) return std::nullopt;
    Word* const pending = frame_ + program_.layout.pending;
    const bool waits = !machine_.is_over() && !machine_.is_at_draw() && machine_.node().together;
    if (!waits && !chosen_.empty()) {
      line_ = chosen_.front().line;
      return fail("nothing is chosen together here");
    }
    std::fill(pending, frame_ + program_.layout.play, 0);
    if (!waits) return std::nullopt;
    const int mover = machine_.to_move();
    for (int player = 0; player < static_cast<int>(program_.rules.players.size()); ++player) {
      const std::string& name = program_.rules.players[player].name;
      const auto setting = std::find_if(chosen_.begin(), chosen_.end(), [&](const Setting& one) {
        return one.name.substr(std::string_view(kChosenBy).size()) == name;
      });
      if (setting == chosen_.end()) {
        if (player >= mover) continue;
        frame_[Layout::kMe] = static_cast<Word>(player);
        hand_over();
        const std::int64_t listed = machine_.node().otherwise < 0 ? 1 : machine_.list();
        if (listed == 0) {
          pending[static_cast<Slot>(player) * program_.layout.pending_stride] = Layout::kNothing;
          continue;
        }
        line_ = last_line_;
        return fail("the choice of " + marked(name) + " is missing, which comes before that of " +
                    marked(program_.rules.players[mover].name));
      }
      line_ = setting->line;
      const Setting choice = *setting;
      chosen_.erase(setting);
      if (choice.value == kHidden) return fail(kOneView);
      if (player >= mover) return fail(marked(name) + " has not chosen yet: the player to move is the first one without a choice");
      frame_[Layout::kMe] = static_cast<Word>(player);
      hand_over();
      if (!choose(choice.value)) return fail(marked(choice.value) + " is not legal here for " + marked(name));
    }
    frame_[Layout::kMe] = static_cast<Word>(mover);
    if (chosen_.empty()) return std::nullopt;
    line_ = chosen_.front().line;
    return fail(marked(chosen_.front().name) + " does not name a player of this game");
  }

  /// Makes a choice. If the text can be read in several ways, the reading with all picks in full comes first.
  bool choose(std::string_view text) {
    const auto is_whole = [](const std::vector<Choice>& choices) {
      return std::all_of(choices.begin(), choices.end(), [](const Choice& one) { return one.part == nullptr; });
    };
    for (const bool whole : {true, false})
      for (const int move : machine_.node().moves)
        for (const std::vector<Choice>& choices : read_move(program_, move, machine_.to_move(), text)) {
          if (is_whole(choices) != whole || machine_.apply(move, choices, false) != Machine::Status::done) continue;
          take_over();
          return true;
        }
    return false;
  }

  /// Makes sure that the last line of every printed text is there, unless there is only a board.
  Problem check_whole() {
    if (rows_.empty() || settings_.empty() || given("to move") || given("result")) return std::nullopt;
    line_ = last_line_;
    return fail("the text ends without `to move = PLAYER` or `result = ...`, which come last: was it cut off?");
  }

  Machine& machine_;
  const Program& program_;
  int line_ = 1, last_line_ = 1;
  Board board_;
  Word* const frame_;  // the board's
  std::vector<Word> state_;
  std::vector<DrawnRow> rows_;
  std::vector<Setting> settings_, chosen_;
  std::unordered_map<std::string, int> lines_;  // of each setting
  std::vector<PositionEntry> entries_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::unordered_map<std::string, int> cells_, edges_;
};

}  // namespace

std::optional<PositionProblem> read_position(Machine& machine, std::string_view text) {
  return PositionReader(machine).read(text);
}

}  // namespace glint
