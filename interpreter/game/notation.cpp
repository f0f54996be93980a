#include "interpreter/game/notation.hpp"

#include <algorithm>
#include <optional>

#include "interpreter/program/print.hpp"
#include "interpreter/program/values.hpp"
#include "lang/diagnostics/diagnostic.hpp"

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
const rules::Expr& named_local(const rules::Expr& hole) {
  return hole.op == Op::local ? hole : named_local(hole.kids[0]);
}

/// Reads a notation from left to right, trying every value that the rest of the text could begin with.
class Reader {
 public:
  Reader(const Program& program, int move, int mover, std::string_view text)
      : program_(program),
        mover_(mover),
        code_(program.moves[static_cast<std::size_t>(move)]),
        notation_(rules_of(program, move).notation),
        text_(text),
        choices_(code_.picks.size()) {}

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
    if (hole.op == Op::local) return;
    // Where a part does not tell the cells apart, the cell stands in its place.
    elements(code_.picks[static_cast<std::size_t>(pick)].type, at, [&](Word value, std::size_t end) {
      choice.mode = Choice::Mode::value;
      choice.part = nullptr;
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
      for (std::size_t c = 0; c < program_.geometry.info.size(); ++c) {
        const CellInfo& cell = program_.geometry.info[c];
        offer(cell.label, static_cast<std::int64_t>(c));
        if (cell.player >= 0 && cell.player == mover_) offer(cell.own_label, static_cast<std::int64_t>(c));
      }
    } else if (type.base == Base::edge) {
      // An edge may be told from either side.
      for (int c = 0; c < program_.geometry.cells; ++c) {
        const CellInfo& cell = program_.geometry.info[static_cast<std::size_t>(c)];
        const bool own = cell.player >= 0 && cell.player == mover_;
        for (const std::string& name : {cell.label, own ? cell.own_label : std::string()}) {
          const std::string label = name + ".";
          if (name.empty() || rest.substr(0, label.size()) != label) continue;
          for (int d = 0; d < program_.geometry.directions; ++d)
            offer(label + program_.geometry.direction_info[static_cast<std::size_t>(d)].name,
                  program_.geometry.edge_at(c, d));
        }
      }
    } else if (type.base == Base::number) {
      // Every beginning that is a number as it would print; another hole may follow directly.
      const std::size_t sign = !rest.empty() && rest[0] == '-' ? 1 : 0;
      for (std::size_t end = sign + 1;
           end <= rest.size() && end < sign + 18 && rest[end - 1] >= '0' && rest[end - 1] <= '9'; ++end) {
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
      for (std::int64_t i = 0; i < domain_size(program_.rules, type); ++i)
        offer(print_value(program_.rules, type, i), i);
    }
    std::stable_sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [value, end] : fits) next(value, end);
  }

  const Program& program_;
  const int mover_;
  const MoveCode& code_;
  const rules::Text& notation_;
  std::string_view text_;
  std::vector<Choice> choices_;
  std::vector<std::vector<Choice>> found_;
};

}  // namespace

std::string print_move(const Machine& machine, int move, const std::vector<std::vector<Word>>& picks, bool whole) {
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
    if (hole.op == Op::local && hole.type.is_set && hole.type.base != Base::cell && hole.type.base != Base::edge) {
      // As a set of cells: its elements with blanks between, or `none`.
      std::string elements;
      rules::Type element = hole.type;
      element.is_set = false;
      for (const int one : each_bit(value[0]))
        elements += (elements.empty() ? "" : " ") + print_value(program.rules, element, one);
      text += elements.empty() ? "none" : elements;
      continue;
    }
    if (hole.op == Op::local || whole) {
      const rules::Type& type = hole.op == Op::local ? hole.type : code.picks[static_cast<std::size_t>(pick)].type;
      text += cut(print_slots(program, type, value.data(), machine.to_move()), part.width);
      continue;
    }
    const int cell = static_cast<int>(value[0] % static_cast<Word>(program.words() * 64));
    const CellInfo& info = program.geometry.info[static_cast<std::size_t>(cell)];
    std::int64_t number = 0;
    if (hole.op == Op::x_of)
      number = info.x;
    else if (hole.op == Op::y_of)
      number = info.y;
    else if (hole.op == Op::field)
      number =
          program.fields[static_cast<std::size_t>(hole.ref)].value[static_cast<std::size_t>(machine.top_key(cell))];
    text += cut(print_value(program.rules, hole.type, number), part.width);
  }
  return text;
}

std::vector<std::vector<Choice>> read_move(const Program& program, int move, int mover, std::string_view text) {
  return Reader(program, move, mover, text).all();
}

bool shows_parts(const Program& program, int move) {
  const auto& parts = rules_of(program, move).notation.parts;
  return std::any_of(parts.begin(), parts.end(),
                     [](const rules::TextPart& part) { return part.hole && part.hole->op != Op::local; });
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
      case Op::x_of:
        text += ".x";
        break;
      case Op::y_of:
        text += ".y";
        break;
      case Op::field:
        text += "." + program.rules.fields[static_cast<std::size_t>(part.hole->ref)].name;
        break;
      default:
        break;
    }
    text += "}";
  }
  return text;
}

// ---- what is wrong with a text ----

namespace {

/// Every text that an element of this type is read from; of numbers none, as there are too many.
std::vector<std::string> texts_of(const Program& program, const rules::Type& type) {
  std::vector<std::string> texts;
  if (type.base == Base::cell) {
    for (const CellInfo& cell : program.geometry.info) {
      texts.push_back(cell.label);
      if (cell.player >= 0) texts.push_back(cell.own_label);
    }
  } else if (type.base == Base::edge) {
    // From either side, as they are read.
    for (const CellInfo& cell : program.geometry.info)
      for (const DirectionInfo& direction : program.geometry.direction_info) {
        texts.push_back(cell.label + "." + direction.name);
        if (cell.player >= 0) texts.push_back(cell.own_label + "." + direction.name);
      }
  } else if (type.base == Base::enumeration) {
    for (const auto& value : program.rules.enums[type.enumeration].values) {
      if (value.spellings.empty()) texts.push_back(value.name);
      for (const std::string& spelling : value.spellings) texts.push_back(spelling);
    }
  } else if (type.base != Base::number) {
    for (std::int64_t i = 0; i < domain_size(program.rules, type); ++i)
      texts.push_back(print_value(program.rules, type, i));
  }
  return texts;
}

/// "a cell", "a `hue`", "a number"
std::string noun(const Program& program, const rules::Type& type) {
  switch (type.base) {
    case Base::cell:
      return "cell of this board";
    case Base::edge:
      return "edge of a cell";
    case Base::number:
      return "number";
    case Base::enumeration:
      return "`" + program.rules.enums[type.enumeration].name + "`";
    case Base::player:
      return "player";
    case Base::direction:
      return "direction";
    case Base::axis:
      return "axis";
    default:
      return "`on` or `off`";
  }
}

bool is_number(std::string_view word) {
  if (!word.empty() && word.front() == '-') word.remove_prefix(1);
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A hole and what a text has in its place.
struct Filled {
  const rules::Expr* hole;
  std::string_view word;
};

/// The text cut at the literals of a notation, or nothing where it does not have them in this order.
std::optional<std::vector<Filled>> aligned(const rules::Text& notation, std::string_view text) {
  std::vector<Filled> filled;
  const rules::Expr* open = nullptr;  // a hole whose end is not yet known
  for (const rules::TextPart& part : notation.parts) {
    if (!part.literal.empty() || !open) {
      const std::size_t at = open                                                  ? text.find(part.literal, 1)
                             : text.substr(0, part.literal.size()) == part.literal ? 0
                                                                                   : std::string_view::npos;
      if (at == std::string_view::npos) return std::nullopt;
      if (open) filled.push_back({open, text.substr(0, at)});
      text.remove_prefix(at + part.literal.size());
      open = nullptr;
    }
    if (!part.hole) continue;
    if (open) return std::nullopt;  // nothing between two holes says where one ends
    open = &*part.hole;
  }
  if (open && text.empty()) return std::nullopt;
  if (open)
    filled.push_back({open, text});
  else if (!text.empty())
    return std::nullopt;
  return filled;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "`" : ", `") + text + "`";
  return all;
}

}  // namespace

Misreading misreading(const Program& program, const std::vector<int>& moves, int mover, std::string_view text) {
  Misreading result;
  // The same with other blanks, or in other letters?
  std::vector<std::string> variants;
  std::string lower, upper, single, without;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank || (!single.empty() && single.back() != ' ')) single += blank ? ' ' : c;
    if (!blank) without += c;
  }
  for (const std::string& base : {std::string(text), single, without}) {
    lower = upper = base;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    for (const std::string& variant : {base, lower, upper})
      if (variant != text) variants.push_back(variant);
  }
  for (const std::string& variant : variants)
    for (const int move : moves)
      if (!read_move(program, move, mover, variant).empty()) {
        const bool only_blanks = variant == single || variant == without;
        result.what = only_blanks ? "blanks count" : "capital and small letters differ";
        result.help = "did you mean `" + variant + "`?";
        return result;
      }
  // Of the moves whose words it has, the one with the most right holes.
  std::size_t most = 0;
  bool found = false;
  for (const int move : moves) {
    const rules::Text& notation = rules_of(program, move).notation;
    const auto filled = aligned(notation, text);
    if (!filled) continue;
    std::size_t right = 0;
    const Filled* wrong = nullptr;
    std::string near, why;
    for (const Filled& one : *filled) {
      rules::Type type = one.hole->type;
      const bool is_set = type.is_set;
      type.is_set = false;
      const std::vector<std::string> texts = texts_of(program, type);
      std::string bad;
      std::size_t begin = 0;
      while (bad.empty() && begin <= one.word.size()) {
        const std::size_t end = is_set ? std::min(one.word.find(' ', begin), one.word.size()) : one.word.size();
        const std::string word(one.word.substr(begin, end - begin));
        begin = end + 1;
        if (is_set && word == "none") continue;
        const bool good =
            type.base == Base::number ? is_number(word) : std::find(texts.begin(), texts.end(), word) != texts.end();
        if (!good) bad = word.empty() ? " " : word;
      }
      if (bad.empty()) {
        ++right;
        continue;
      }
      if (wrong) continue;
      wrong = &one;
      near = lang::nearest(bad, texts);
      why = "`" + bad + "` is no " + noun(program, type);
      if (!near.empty())
        near = "did you mean `" + near + "`?";
      else if (!texts.empty() && texts.size() <= 12)
        near = "there " + std::string(texts.size() == 1 ? "is " : "are ") + joined(texts);
    }
    if (!wrong || (found && right <= most)) continue;
    // Any text is like a notation of one bare hole; that is worth telling only where it is nearly right.
    const bool bare = notation.parts.size() == 1 && notation.parts.front().literal.empty();
    if (bare && moves.size() > 1 && near.rfind("did", 0) != 0) continue;
    most = right;
    found = true;
    result.what = why;
    result.help = (near.empty() ? "" : near + "; ") + std::string("`") + rules_of(program, move).name +
                  "` is written as `" + notation_of(program, move) + "`";
  }
  if (found) return result;
  std::string forms;
  for (const int move : moves)
    forms += (forms.empty() ? "" : ", ") + std::string("`") + notation_of(program, move) + "`";
  result.help = "moves are written as " + forms;
  return result;
}

}  // namespace glint
