#include "interpreter/game/notation/notation.hpp"

#include <algorithm>
#include <tuple>

#include "interpreter/program/bits.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

using rules::Base;
using rules::Op;

const rules::Move& rules_of(const Program& program, int move) { return program.rules.moves[move]; }

int pick_of(const MoveCode& code, int local) {
  for (std::size_t i = 0; i < code.picks.size(); ++i)
    if (code.picks[i].local == local) return static_cast<int>(i);
  return -1;
}

/// The pick that a hole names, in full or by a part.
const rules::Expr& named_local(const rules::Expr& hole) {
  return hole.op == Op::local ? hole : named_local(hole.kids[0]);
}

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Reads a text by a notation from left to right, trying every value with which the rest of the text could begin.
/// `exactly`: else small letters and capitals are alike, and blanks may be added, but not in numbers (`1 2` for 12).
class Reader {
 public:
  Reader(const Program& program, int move, int mover, std::string_view text, bool exactly)
      : program_(program),
        mover_(mover),
        exactly_(exactly),
        code_(program.moves[move]),
        notation_(rules_of(program, move).notation),
        text_(text),
        choices_(code_.picks.size()) {
    std::tie(first_repeated_, after_repeated_) = repeated_parts(notation_);
  }

  std::vector<std::vector<Choice>> all() {
    part(0, 0);
    return std::move(found_);
  }

 private:
  void part(std::size_t index, std::size_t at) {
    if (found_.size() >= 64) return;
    if (index == first_repeated_ && first_repeated_ != after_repeated_ && round_ == 0) {
      // The first round; the others begin after one has been read.
      const Restored first(round_, 1);
      return within(index, at);
    }
    if (index == after_repeated_ && round_ > 0 && !is_after_) {
      if (round_ < code_.loop.most) {
        const Restored next(round_, round_ + 1);
        within(first_repeated_, at);
      }
      choices_[code_.loop.rounds].number = static_cast<Word>(round_);
      const Restored after(is_after_, true);
      return within(index, at);
    }
    within(index, at);
  }

  void within(std::size_t index, std::size_t at) {
    if (index == notation_.parts.size()) {
      if (at == text_.size()) found_.push_back(choices_);
      return;
    }
    const rules::TextPart& part_here = notation_.parts[index];
    at = after(at, part_here.literal);
    if (at == std::string_view::npos) return;
    if (!part_here.hole) {
      part(index + 1, at);
      return;
    }
    const rules::Expr& hole = *part_here.hole;
    int pick = pick_of(code_, named_local(hole).ref);
    if (pick < 0) return;
    if (part_here.repeated) pick += (round_ - 1) * code_.loop.each;
    Choice& choice = choices_[pick];
    if (hole.op == Op::local && code_.picks[pick].some_of) {
      choice.mode = Choice::Mode::set;
      choice.set.assign(static_cast<std::size_t>(program_.set_words(hole.type)), 0);
      subset(index, at, choice, hole.type, true);
      return;
    }
    elements(hole.type, at, [&](Word value, std::size_t end) {
      choice.mode = hole.op == Op::local ? Choice::Mode::value : Choice::Mode::same;
      choice.part = hole.op == Op::local ? nullptr : &hole;
      choice.number = value;
      part(index + 1, end);
    });
    if (hole.op == Op::local) return;
    // If the part does not tell cells apart, the text has the cell in its place.
    elements(code_.picks[pick].type, at, [&](Word value, std::size_t end) {
      choice.mode = Choice::Mode::value;
      choice.part = nullptr;
      choice.number = value;
      part(index + 1, end);
    });
  }

  /// The place where the text continues after these words, if it has them.
  std::size_t after(std::size_t at, std::string_view words) const {
    if (exactly_) return text_.substr(at).starts_with(words) ? at + words.size() : std::string_view::npos;
    for (char last = 0; const char c : words) {
      const bool in_number = lang::is_digit(last) && lang::is_digit(c);
      while (c != ' ' && !in_number && at < text_.size() && text_[at] == ' ') ++at;
      if (at == text_.size() || small(text_[at++]) != small(c)) return std::string_view::npos;
      last = c;
    }
    return at;
  }

  /// Reads a set: its elements with blanks between, in any order, none twice; `none` for the empty set.
  void subset(std::size_t index, std::size_t at, Choice& choice, const rules::Type& type, bool first) {
    if (first && text_.substr(at, 4) == "none") {
      part(index + 1, at + 4);
      return;
    }
    rules::Type element = type;
    element.is_set = false;
    elements(element, at, [&](Word value, std::size_t end) {
      if (has_bit(choice.set.data(), value)) return;
      add_bit(choice.set.data(), value);
      part(index + 1, end);
      if (end < text_.size() && text_[end] == ' ') subset(index, end + 1, choice, type, false);
      choice.set[value / 64] &= ~bit_in_word(value);
    });
  }

  /// Calls `next(value, end)` for every value of the type whose printed form stands at `at`, the longest first.
  void elements(const rules::Type& type, std::size_t at, auto next) {
    std::vector<std::pair<Word, std::size_t>> fits;
    const auto offer = [&](std::string_view printed, std::int64_t value) {
      const std::size_t end = after(at, printed);
      if (!printed.empty() && end != std::string_view::npos) fits.emplace_back(static_cast<Word>(value), end);
    };
    each_text(program_, type, mover_, exactly_ ? std::optional(text_.substr(at)) : std::nullopt, offer);
    while (!exactly_ && at < text_.size() && text_[at] == ' ') ++at;
    const std::string_view rest = text_.substr(at);
    // Every beginning that is a number as it would print, since another hole may follow directly.
    const std::size_t sign = rest.starts_with('-') ? 1 : 0;
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789", sign), rest.size());
    for (std::size_t end = sign + 1; type.base == Base::number && end <= digits && end < sign + 18; ++end) {
      const std::int64_t value = std::stoll(std::string(rest.substr(0, end)));
      if (std::to_string(value) == rest.substr(0, end)) offer(rest.substr(0, end), value);
    }
    std::stable_sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [value, end] : fits) next(value, end);
  }

  const Program& program_;
  const int mover_;
  const bool exactly_;
  const MoveCode& code_;
  const rules::Text& notation_;
  std::string_view text_;
  std::size_t first_repeated_ = 0, after_repeated_ = 0;  // of the notation's parts
  int round_ = 0;           // round of the part that is read; 0: before the first
  bool is_after_ = false;   // the last round has been read
  std::vector<Choice> choices_;
  std::vector<std::vector<Choice>> found_;
};

/// True if this text would be read as the run with these picks.
bool reads_back(Machine& machine, const std::vector<Word>& state, int move, const std::string& text,
                const std::vector<std::vector<Word>>& picks) {
  for (const std::vector<Choice>& choices : read_move(machine.program(), move, machine.to_move(), text)) {
    machine.load(state);
    const Machine::Status status = machine.apply(move, choices, false);
    if (status == Machine::Status::error) throw_if_stopped(machine.failure());
    if (status == Machine::Status::failed || status == Machine::Status::error) continue;
    return picked(machine, move) == picks;
  }
  return false;
}

}  // namespace

void each_text(const Program& program, const rules::Type& type, int mover, std::optional<std::string_view> start,
               const std::function<void(std::string_view, std::int64_t)>& take) {
  const Geometry& geometry = program.geometry;
  const bool is_edge = type.base == Base::edge;
  if (is_edge || type.base == Base::cell) {
    for (int c = 0; c < geometry.cells; ++c) {
      const CellInfo& cell = geometry.info[c];
      const bool is_own = cell.player >= 0 && (mover < 0 || cell.player == mover);
      // An edge may be named from either side.
      for (int d = 0; d < (is_edge ? geometry.directions : 1); ++d)
        for (const std::string* name : {&cell.label, is_own ? &cell.own_label : nullptr})
          if (name && (!start || start->starts_with(*name)))
            is_edge ? take(*name + "." + geometry.direction_info[d].name, geometry.edge_at(c, d)) : take(*name, c);
    }
  } else if (type.base == Base::enumeration) {
    const auto& values = program.rules.enums[type.enumeration].values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].spellings.empty()) take(values[i].name, static_cast<std::int64_t>(i));
      for (const std::string& spelling : values[i].spellings) take(spelling, static_cast<std::int64_t>(i));
    }
  } else if (type.base != Base::number) {
    for (std::int64_t i = 0; i < domain_size(program.rules, type); ++i) take(print_value(program.rules, type, i), i);
  }
}

std::pair<std::size_t, std::size_t> repeated_parts(const rules::Text& notation) {
  const auto begin = notation.parts.begin(), end = notation.parts.end();
  const auto is_repeated = [](const rules::TextPart& part) { return part.repeated; };
  const auto first = std::find_if(begin, end, is_repeated), after = std::find_if_not(first, end, is_repeated);
  return {static_cast<std::size_t>(first - begin), static_cast<std::size_t>(after - begin)};
}

std::string print_move(const Machine& machine, int move, const std::vector<std::vector<Word>>& picks, bool whole) {
  const Program& program = machine.program();
  const MoveCode& code = program.moves[move];
  std::string text;
  const auto print = [&](const rules::TextPart& part, int round) {
    text += part.literal;
    if (!part.hole) return;
    const rules::Expr& hole = *part.hole;
    const int pick = pick_of(code, named_local(hole).ref);
    if (pick < 0) return;
    const std::vector<Word>& value = picks[pick + round * code.loop.each];
    if (hole.op == Op::local && hole.type.is_set && hole.type.base != Base::cell && hole.type.base != Base::edge) {
      // Printed like a set of cells: elements with blanks between, or `none`.
      std::string elements;
      rules::Type element = hole.type;
      element.is_set = false;
      for (const int one : each_bit(value[0]))
        elements += (elements.empty() ? "" : " ") + print_value(program.rules, element, one);
      text += elements.empty() ? "none" : elements;
      return;
    }
    if (hole.op == Op::local || whole) {
      const rules::Type& type = hole.op == Op::local ? hole.type : code.picks[pick].type;
      text += cut(print_slots(program, type, value.data(), machine.to_move()), part.width);
      return;
    }
    const std::int64_t number =
        machine.position().part_of(hole, static_cast<int>(value[0] % static_cast<Word>(program.words() * 64)));
    text += cut(print_value(program.rules, hole.type, number), part.width);
  };
  const rules::Text& notation = rules_of(program, move).notation;
  const auto [first, after] = repeated_parts(notation);
  const auto print_all = [&](std::size_t begin, std::size_t end, int round) {
    for (std::size_t part = begin; part < end; ++part) print(notation.parts[part], round);
  };
  print_all(0, first, 0);
  const int rounds = first < after ? static_cast<int>(picks[code.loop.rounds][0]) : 0;
  for (int round = 0; round < rounds; ++round) print_all(first, after, round);
  print_all(after, notation.parts.size(), 0);
  return text;
}

std::vector<std::vector<Choice>> read_move(const Program& program, int move, int mover, std::string_view text) {
  return Reader(program, move, mover, text, true).all();
}

std::vector<std::pair<int, std::vector<Choice>>> read_moves(const Program& program, const std::vector<int>& moves,
                                                            int mover, std::string_view text) {
  std::vector<std::pair<int, std::vector<Choice>>> found;
  for (const bool exactly : {true, false}) {
    for (const int move : moves)
      for (std::vector<Choice>& choices : Reader(program, move, mover, text, exactly).all())
        found.emplace_back(move, std::move(choices));
    if (!found.empty()) break;
  }
  const bool is_exact = found.size() < 2 || !read_move(program, found[0].first, mover, text).empty();
  if (!is_exact) found.clear();
  return found;
}

bool shows_parts(const Program& program, int move) {
  const auto& parts = rules_of(program, move).notation.parts;
  return std::any_of(parts.begin(), parts.end(),
                     [](const rules::TextPart& part) { return part.hole && part.hole->op != Op::local; });
}

std::string notation_of(const Program& program, int move) {
  std::string text;
  bool is_open = false;
  const auto close = [&](bool opens) {
    if (is_open != opens) text += is_open ? "...}" : "{";
    is_open = opens;
  };
  for (const rules::TextPart& part : rules_of(program, move).notation.parts) {
    close(part.repeated);
    text += part.literal;
    if (!part.hole) continue;
    const std::string& name = rules_of(program, move).frame.locals[named_local(*part.hole).ref].name;
    text += "{" + name;
    switch (part.hole->op) {
      case Op::x_of:
        text += ".x";
        break;
      case Op::y_of:
        text += ".y";
        break;
      case Op::field:
        text += "." + program.rules.fields[part.hole->ref].name;
        break;
      default:
        break;
    }
    text += "}";
  }
  close(false);
  return text;
}

std::vector<std::size_t> made_picks(const Program& program, int move, const std::vector<std::vector<Word>>& picks) {
  const MoveCode& code = program.moves[move];
  const Word rounds = code.loop.rounds < 0 ? 0 : picks[code.loop.rounds][0];
  std::vector<std::size_t> made;
  for (std::size_t i = 0; i < code.picks.size(); ++i)
    if (code.makes(code.picks[i], rounds) && static_cast<int>(i) != code.loop.rounds) made.push_back(i);
  return made;
}

std::vector<std::vector<Word>> picked(const Machine& machine, int move) {
  const Program& program = machine.program();
  const MoveCode& code = program.moves[move];
  const Word rounds = code.loop.rounds < 0 ? 0 : machine.frame()[code.picks[code.loop.rounds].slot];
  std::vector<std::vector<Word>> picks;
  for (const PickInfo& pick : code.picks) {
    const Word* at = machine.frame() + pick.slot;
    const auto words = static_cast<std::size_t>(program.set_words(pick.type));
    picks.push_back(code.makes(pick, rounds) ? std::vector<Word>(at, at + words) : std::vector<Word>(words));
  }
  return picks;
}

ListedRun listed_run(Machine& machine, const std::vector<Word>& state, std::uint64_t k) {
  // Not all moves take fuel. For a small State this is a microsecond.
  const auto ask = [&stop = machine.program().limits.stop] {
    if (stop && stop()) throw lang::Stopped{};
  };
  constexpr std::size_t kWordsUnasked = 1 << 14;
  if (k % (1 + kWordsUnasked / (state.size() + 1)) == 0) ask();
  std::vector<Choice> choices;
  ListedRun run{machine.listed_choices(k, choices), {}, {}};
  const int move = run.move;
  const std::vector<PickInfo>& picks = machine.program().moves[move].picks;
  if (std::any_of(picks.begin(), picks.end(), [](const PickInfo& pick) { return pick.some_of || pick.type.is_set; })) {
    // Subsets are known once the move is made.
    if (machine.apply(move, choices, false) == Machine::Status::error) throw_if_stopped(machine.failure());
    run.picks = picked(machine, move);
    machine.load(state);
  } else {
    for (const Choice& choice : choices) run.picks.push_back({choice.number});
  }
  run.text = print_move(machine, move, run.picks, false);
  if (!shows_parts(machine.program(), move)) return run;
  // A coordinate or field may fit several cells that can be picked; then the full cells are written.
  ask();
  if (!reads_back(machine, state, move, run.text, run.picks)) run.text = print_move(machine, move, run.picks, true);
  machine.load(state);
  return run;
}

std::string listed_text(Machine& machine, const std::vector<Word>& state, std::uint64_t k) {
  return listed_run(machine, state, k).text;
}

// ---- parts of scripts

std::string written_cell(const Game& game, const CellInfo& cell) {
  if (cell.player >= 0) return game.players()[static_cast<std::size_t>(cell.player)] + "." + cell.own_label;
  const bool is_name = lang::is_name_like(cell.label) && cell.label.find('_') == std::string::npos;
  return is_name ? cell.label : "cell(" + lang::quoted(cell.label) + ")";
}

std::string written_value(const rules::Rules& rules, rules::Type type, std::int64_t value) {
  const auto at = static_cast<std::size_t>(value);
  if (type.is_set) {
    type.is_set = false;
    std::string all;
    for (const int each : each_bit(static_cast<Word>(value)))
      all += (all.empty() ? "" : ", ") + written_value(rules, type, each);
    return "{" + all + "}";
  }
  if (type.base == rules::Base::enumeration) return rules.enums[type.enumeration].values[at].name;
  if (type.base == rules::Base::axis && !rules.lattice.axes[at].name.empty()) return rules.lattice.axes[at].name;
  return print_value(rules, type, value);
}

std::string written_piece(const Program& program, int number) {
  const Key& key = program.key(number);
  const rules::Kind& kind = program.rules.kinds[static_cast<std::size_t>(key.kind)];
  std::string args;
  const auto add = [&](const std::string& name, const std::string& value) {
    args += (args.empty() ? "" : ", ") + name + " = " + value;
  };
  if (kind.owned && !kind.owner_from) add("owner", program.rules.players[static_cast<std::size_t>(key.owner)].name);
  for (std::size_t i = 0; i < kind.fields.size(); ++i) {
    const rules::PieceField& field = program.rules.fields[static_cast<std::size_t>(kind.fields[i])];
    add(field.name, written_value(program.rules, field.type, key.values[i]));
  }
  return kind.name + (args.empty() ? "" : "(" + args + ")");
}

}  // namespace glint
