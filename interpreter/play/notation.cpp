#include "interpreter/play/notation.hpp"

#include <algorithm>

#include "interpreter/play/print.hpp"

namespace glint {

namespace {

using rules::Base;
using rules::Op;

const rules::Move& rules_of(const Program& program, int move) {
  return program.rules.moves[static_cast<std::size_t>(move)];
}

int pick_of(const MoveCode& code, int local) {
  for (std::size_t i = 0; i < code.picks.size(); ++i)
    if (code.picks[i].local == local) return static_cast<int>(i);
  return -1;
}

/// The pick that a hole names, itself or by a part of it.
const rules::Expr& named_local(const rules::Expr& hole) { return hole.op == Op::local ? hole : named_local(hole.kids[0]); }

/// Reads a notation from left to right, trying every value that the rest of the text could begin with.
class Reader {
 public:
  Reader(const Program& program, int move, std::string_view text)
      : program_(program), code_(program.moves[static_cast<std::size_t>(move)]), notation_(rules_of(program, move).notation),
        text_(text), choices_(code_.picks.size()) {}

  std::vector<std::vector<Choice>> all() {
    part(0, 0);
    return std::move(found_);
  }

 private:
  void part(std::size_t index, std::size_t at) {
    if (found_.size() >= 64) return;
    if (index == notation_.parts.size()) {
      if (at == text_.size()) found_.push_back(choices_);
      return;
    }
    const rules::TextPart& part_here = notation_.parts[index];
    if (text_.substr(at, part_here.literal.size()) != part_here.literal) return;
    at += part_here.literal.size();
    if (!part_here.hole) {
      part(index + 1, at);
      return;
    }
    const rules::Expr& hole = *part_here.hole;
    const int pick = pick_of(code_, named_local(hole).ref);
    if (pick < 0) return;
    Choice& choice = choices_[static_cast<std::size_t>(pick)];
    if (hole.op == Op::local && code_.picks[static_cast<std::size_t>(pick)].some_of) {
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
  }

  /// Elements with blanks between, in any order, none twice; `none` for the empty set.
  void subset(std::size_t index, std::size_t at, Choice& choice, const rules::Type& type, bool first) {
    if (first && text_.substr(at, 4) == "none") {
      part(index + 1, at + 4);
      return;
    }
    rules::Type element = type;
    element.is_set = false;
    elements(element, at, [&](Word value, std::size_t end) {
      Word& word = choice.set[value / 64];
      const Word bit = Word{1} << (value % 64);
      if (word & bit) return;
      word |= bit;
      part(index + 1, end);
      if (end < text_.size() && text_[end] == ' ') subset(index, end + 1, choice, type, false);
      choice.set[value / 64] &= ~bit;
    });
  }

  /// Calls `next(value, end)` for every value of the type whose printed form stands at `at`, the longest first.
  template <class Next>
  void elements(const rules::Type& type, std::size_t at, Next next) {
    std::vector<std::pair<Word, std::size_t>> fits;
    const std::string_view rest = text_.substr(at);
    const auto offer = [&](std::string_view printed, std::int64_t value) {
      if (!printed.empty() && rest.substr(0, printed.size()) == printed)
        fits.emplace_back(static_cast<Word>(value), at + printed.size());
    };
    if (type.base == Base::cell) {
      for (std::size_t c = 0; c < program_.geometry.info.size(); ++c)
        offer(program_.geometry.info[c].label, static_cast<std::int64_t>(c));
    } else if (type.base == Base::number) {
      // Every beginning that is a number as it would print; another hole may follow directly.
      const std::size_t sign = !rest.empty() && rest[0] == '-' ? 1 : 0;
      for (std::size_t end = sign + 1; end <= rest.size() && end < sign + 18 && rest[end - 1] >= '0' && rest[end - 1] <= '9'; ++end) {
        const std::int64_t value = std::stoll(std::string(rest.substr(0, end)));
        if (std::to_string(value) == rest.substr(0, end)) offer(rest.substr(0, end), value);
      }
    } else if (type.base == Base::enumeration) {
      const auto& values = program_.rules.enums[type.enumeration].values;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].spellings.empty()) offer(values[i].name, static_cast<std::int64_t>(i));
        for (const std::string& spelling : values[i].spellings) offer(spelling, static_cast<std::int64_t>(i));
      }
    } else {
      for (std::int64_t i = 0; i < domain_size(program_.rules, type); ++i) offer(print_value(program_.rules, type, i), i);
    }
    std::stable_sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [value, end] : fits) next(value, end);
  }

  const Program& program_;
  const MoveCode& code_;
  const rules::Text& notation_;
  std::string_view text_;
  std::vector<Choice> choices_;
  std::vector<std::vector<Choice>> found_;
};

}  // namespace

std::string print_move(const Machine& machine, int move, const std::vector<std::vector<Word>>& picks) {
  const Program& program = machine.program();
  const MoveCode& code = program.moves[static_cast<std::size_t>(move)];
  std::string text;
  for (const rules::TextPart& part : rules_of(program, move).notation.parts) {
    text += part.literal;
    if (!part.hole) continue;
    const rules::Expr& hole = *part.hole;
    const int pick = pick_of(code, named_local(hole).ref);
    if (pick < 0) continue;
    const std::vector<Word>& value = picks[static_cast<std::size_t>(pick)];
    if (hole.op == Op::local && hole.type.is_set && hole.type.base != Base::cell) {
      // As a set of cells: its elements with blanks between, or `none`.
      std::string elements;
      rules::Type element = hole.type;
      element.is_set = false;
      for (Word rest = value[0]; rest; rest &= rest - 1)
        elements += (elements.empty() ? "" : " ") + print_value(program.rules, element, __builtin_ctzll(rest));
      text += elements.empty() ? "none" : elements;
      continue;
    }
    if (hole.op == Op::local) {
      text += cut(print_slots(program, hole.type, value.data()), part.width);
      continue;
    }
    const int cell = static_cast<int>(value[0] % static_cast<Word>(program.words() * 64));
    const CellInfo& info = program.geometry.info[static_cast<std::size_t>(cell)];
    std::int64_t number = 0;
    if (hole.op == Op::x_of) number = info.x;
    else if (hole.op == Op::y_of) number = info.y;
    else if (hole.op == Op::field)
      number = program.fields[static_cast<std::size_t>(hole.ref)].value[static_cast<std::size_t>(machine.top_key(cell))];
    text += cut(print_value(program.rules, hole.type, number), part.width);
  }
  return text;
}

std::vector<std::vector<Choice>> read_move(const Program& program, int move, std::string_view text) {
  return Reader(program, move, text).all();
}

std::string notation_of(const Program& program, int move) {
  std::string text;
  for (const rules::TextPart& part : rules_of(program, move).notation.parts) {
    text += part.literal;
    if (!part.hole) continue;
    const std::string& name =
        rules_of(program, move).frame.locals[static_cast<std::size_t>(named_local(*part.hole).ref)].name;
    text += "{" + name;
    switch (part.hole->op) {
      case Op::x_of: text += ".x"; break;
      case Op::y_of: text += ".y"; break;
      case Op::field: text += "." + program.rules.fields[static_cast<std::size_t>(part.hole->ref)].name; break;
      default: break;
    }
    text += "}";
  }
  return text;
}

}  // namespace glint
