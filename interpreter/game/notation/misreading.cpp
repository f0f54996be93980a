
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interpreter/game/notation/notation.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {

using rules::Base;

namespace {

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
      return lang::marked(program.rules.enums[type.enumeration].name);
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

/// A hole of a notation, and the text in its place.
struct Filled {
  const rules::Expr* hole;
  std::string_view word;
};

std::optional<std::vector<Filled>> aligned(const std::vector<const rules::TextPart*>& parts, std::string_view text) {
  std::vector<Filled> filled;
  const rules::Expr* open = nullptr;  // a hole whose end is not yet known
  for (const rules::TextPart* one : parts) {
    const rules::TextPart& part = *one;
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
    if (open) return std::nullopt;  // two holes without a literal between them cannot be separated
    open = &*part.hole;
  }
  if (open && text.empty()) return std::nullopt;
  if (open)
    filled.push_back({open, text});
  else if (!text.empty())
    return std::nullopt;
  return filled;
}

/// The text, cut at the literals of a notation; nothing if it does not contain them in this order.
std::optional<std::vector<Filled>> aligned(const rules::Text& notation, std::string_view text) {
  const auto [first, after] = repeated_parts(notation);
  const std::size_t most = first == after ? 1 : std::min<std::size_t>(text.size(), rules::kMostRounds);
  for (std::size_t rounds = std::max<std::size_t>(most, 1); rounds > 0; --rounds) {
    std::vector<const rules::TextPart*> parts;
    const auto add = [&](std::size_t begin, std::size_t end) {
      for (std::size_t part = begin; part < end; ++part) parts.push_back(&notation.parts[part]);
    };
    add(0, first);
    for (std::size_t round = 0; round < rounds; ++round) add(first, after);
    add(after, notation.parts.size());
    if (auto filled = aligned(parts, text)) return filled;
  }
  return std::nullopt;
}

/// The texts that can fill a hole, one for each value.
std::vector<std::string> texts_of(const Program& program, const rules::Expr& hole) {
  rules::Type type = hole.type;
  type.is_set = false;
  std::vector<std::string> texts;
  each_text(program, type, -1, {}, [&](std::string_view printed, std::int64_t) { texts.emplace_back(printed); });
  return texts;
}

/// The first word that fills a hole without being a text of its type; empty if there is none.
std::string wrong_word(const Filled& filled, const std::vector<std::string>& texts) {
  const rules::Type& type = filled.hole->type;
  const bool is_set = type.is_set;
  for (std::size_t begin = 0; begin <= filled.word.size();) {
    const std::size_t end = is_set ? std::min(filled.word.find(' ', begin), filled.word.size()) : filled.word.size();
    const std::string word(filled.word.substr(begin, end - begin));
    begin = end + 1;
    if (is_set && word == "none") continue;
    const bool good =
        type.base == Base::number ? is_number(word) : std::find(texts.begin(), texts.end(), word) != texts.end();
    if (!good) return word.empty() ? " " : word;
  }
  return {};
}

/// A list of texts, each in quotes.
std::string enumerated(const std::vector<std::string>& texts) { return lang::joined(texts, ", ", lang::marked); }

/// A word that cannot fill its hole of `move`, nor that of others written like it.
struct WrongWord {
  int move = 0;
  std::string bad, noun;
  std::vector<std::string> texts;  // what can stand there

  void add(const std::vector<std::string>& more, const std::string& other_noun) {
    if (noun != other_noun) noun += " or " + other_noun;
    for (const std::string& text : more)
      if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  std::string advice() const {
    if (const std::string near = lang::nearest(bad, texts); !near.empty()) return "did you mean `" + near + "`? ";
    constexpr std::size_t kMostTexts = 12;
    if (texts.empty() || texts.size() > kMostTexts) return {};
    return "there " + std::string(texts.size() == 1 ? "is " : "are ") + enumerated(texts) + "; ";
  }
};

/// "a value of `hue`", "an axis"; `on` or `off` has no article.
std::string with_article(const std::string& noun) {
  if (noun.starts_with("`on`")) return noun;
  if (noun[0] == '`') return "a value of " + noun;
  return lang::with_article(noun);
}

struct Misreading {
  std::string what;  // empty if the text is not like any of the moves
  std::string help;
};

std::string without_blanks(std::string_view text) { return std::string(lang::trimmed(text, " \t")); }

std::string written_as(const Program& program, int move) {
  return "such a move is written as `" + notation_of(program, move) + "`";
}

/// The notations of these moves, each once.
std::string forms_of(const Program& program, const std::vector<int>& moves) {
  std::vector<std::string> forms;
  for (const int move : moves)
    if (std::string form = notation_of(program, move); std::find(forms.begin(), forms.end(), form) == forms.end())
      forms.push_back(std::move(form));
  return enumerated(forms);
}

/// "; `side` is one of `O-O`, `O-O-O`": of placeholders for a few words, which are not what the words are called.
std::string values_in(const Program& program, const std::vector<int>& moves) {
  constexpr std::size_t kMostValues = 8;
  std::map<std::string, std::vector<std::string>> values;  // by placeholder
  for (const int move : moves) {
    const rules::Move& rules = program.rules.moves[move];
    for (const rules::TextPart& part : rules.notation.parts) {
      if (!part.hole || part.hole->op != rules::Op::local || part.hole->type.base != Base::enumeration) continue;
      std::vector<std::string>& known = values[rules.frame.locals[part.hole->ref].name];
      for (std::string& text : texts_of(program, *part.hole))
        if (std::find(known.begin(), known.end(), text) == known.end()) known.push_back(std::move(text));
    }
  }
  std::string all;
  for (const auto& [name, texts] : values)
    if (texts.size() <= kMostValues) all += "; " + lang::marked(name) + " is one of " + enumerated(texts);
  return all;
}

/// The reason why a move is not among these: they are a choice whose `else` leads to it. Empty if not so.
std::string what_comes_first(const Program& program, const std::vector<int>& moves, int other) {
  for (const Node& node : program.nodes) {
    if (std::find(node.moves.begin(), node.moves.end(), other) == node.moves.end()) continue;
    for (int before = node.before; before >= 0; before = program.nodes[static_cast<std::size_t>(before)].before) {
      if (program.nodes[static_cast<std::size_t>(before)].moves != moves) continue;
      std::vector<std::string> names;
      for (const int move : moves) names.push_back(program.rules.moves[move].name);
      return ": only while there is no " + lang::joined(names, " and no ", lang::marked);
    }
  }
  return {};
}

/// The number of letters of a notation outside its holes: of two notations that fit a text, the one with more is more
/// likely the one that was meant.
std::size_t letters_of(const rules::Text& notation) {
  std::size_t letters = 0;
  for (const rules::TextPart& part : notation.parts) letters += without_blanks(part.literal).size();
  return letters;
}

std::string missing(std::string_view words) { return "`" + without_blanks(words) + "` is missing"; }

/// For a text that stops within a notation that begins with a hole: the missing part, if the text fits so far.
std::string stopped(const Program& program, int move, std::string_view text) {
  const std::vector<rules::TextPart>& parts = program.rules.moves[move].notation.parts;
  const std::string form = notation_of(program, move);
  std::size_t in_form = form.find('}') + 1;  // after the hole
  for (std::size_t i = 1; i < parts.size() && in_form > 0; ++i) {
    const std::string& literal = parts[i].literal;
    if (literal.empty() || !parts[i - 1].hole) return {};  // the end of the hole is not known
    const rules::Expr& hole = *parts[i - 1].hole;
    const std::size_t at = text.find(literal, 1);
    if (!wrong_word({&hole, text.substr(0, at)}, texts_of(program, hole)).empty()) return {};
    if (at == std::string_view::npos) return missing(std::string_view(form).substr(in_form));
    text.remove_prefix(at + literal.size());
    in_form = form.find('}', in_form + literal.size()) + 1;
  }
  return {};
}

/// For a text that begins with the first word of a notation, but does not fit the rest: the part that is missing or
/// superfluous.
std::string incomplete(const Program& program, int move, std::string_view text) {
  const std::vector<rules::TextPart>& parts = program.rules.moves[move].notation.parts;
  const std::string first = parts.empty() ? std::string() : without_blanks(parts.front().literal);
  if (first.empty()) return parts.empty() || text.empty() ? std::string() : stopped(program, move, text);
  if (!text.starts_with(first)) return {};
  if (text.size() > first.size() && text[first.size()] != ' ') return {};
  const std::string form = notation_of(program, move);
  std::size_t in_form = 0;  // the start of the rest of the notation
  std::string_view rest = text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& literal = parts[i].literal;
    const std::size_t at = i == 0 ? 0 : rest.find(literal, 1);
    if (i == 0 ? !rest.starts_with(literal) : at == std::string_view::npos) {
      const std::string word = without_blanks(literal);
      if (i > 0 && !word.empty() && literal.ends_with(' ') && rest.ends_with(word))  // only the rest is missing
        return missing(std::string_view(form).substr(in_form + literal.size()));
      return missing(i == 0 || word.empty() ? std::string_view(form).substr(in_form + literal.size()) : word);
    }
    rest.remove_prefix(at + literal.size());
    in_form = form.find('}', in_form + literal.size()) + 1;  // after the hole; 0 if there is none
    if (in_form == 0) break;
    if (rest.empty()) return missing(std::string_view(form).substr(form.rfind('{', in_form)));
  }
  return in_form == 0 && !rest.empty() ? "`" + without_blanks(rest) + "` does not belong there" : std::string();
}

Misreading misreading(const Program& program, const std::vector<int>& moves, std::string_view text) {
  Misreading result;
  // Among the moves with these literals, take the one with the most words of its own, and then the most correct holes.
  std::pair<std::size_t, std::size_t> most;
  WrongWord best;
  bool found = false;
  for (const int move : moves) {
    const rules::Text& notation = program.rules.moves[move].notation;
    const auto filled = aligned(notation, text);
    if (!filled) continue;
    std::size_t right = 0;
    const Filled* wrong = nullptr;
    std::string bad;
    std::vector<std::string> texts;
    for (const Filled& one : *filled) {
      std::vector<std::string> possible = texts_of(program, *one.hole);
      const std::string word = wrong_word(one, possible);
      right += word.empty() ? 1 : 0;
      if (word.empty() || wrong) continue;
      wrong = &one;
      bad = word;
      texts = std::move(possible);
    }
    const std::pair likeness(letters_of(notation), right);
    if (!wrong) continue;
    if (found && likeness == most && bad == best.bad && notation_of(program, move) == notation_of(program, best.move)) {
      best.add(texts, noun(program, wrong->hole->type));
      continue;
    }
    if (found && likeness <= most) continue;
    // Any text fits a notation of one hole and no literals; that is only worth a message if the text is nearly correct.
    const bool bare = notation.parts.size() == 1 && notation.parts.front().literal.empty();
    if (bare && moves.size() > 1 && lang::nearest(bad, texts).empty()) continue;
    most = likeness;
    found = true;
    best = {move, bad, noun(program, wrong->hole->type), std::move(texts)};
  }
  if (found) {
    result.what = "`" + best.bad + "` is not " + with_article(best.noun);
    result.help = best.advice() + written_as(program, best.move);
  }
  if (found && most.first > 0) return result;
  for (const int move : moves)
    if (std::string what = incomplete(program, move, text); !what.empty())
      return {std::move(what), written_as(program, move)};
  if (!found) result.help = "moves are written as " + forms_of(program, moves) + values_in(program, moves);
  return result;
}

/// A message with the edges that the player named called as the player has called them: an edge between two cells has
/// two names, and rules print one of them.
std::string with_written_edges(const Program& program, int move, std::string_view text, std::string message) {
  const auto filled = aligned(program.rules.moves[move].notation, text);
  if (!filled) return message;
  for (const Filled& one : *filled) {
    rules::Type type = one.hole->type;
    if (type.base != Base::edge) continue;
    type.is_set = false;
    each_text(program, type, -1, one.word, [&](std::string_view written, std::int64_t edge) {
      const std::string printed = program.geometry.edge_name(static_cast<int>(edge));
      if (written != one.word || printed == written) return;
      const std::size_t at = message.find(printed);
      if (at != std::string::npos) message.replace(at, printed.size(), written);
    });
  }
  return message;
}

}  // namespace

Error refusal(const Program& program, int move, std::string_view text, Error error) {
  // The message of a requirement without a message of its own (see build/code/statements.cpp:require).
  constexpr std::string_view kNoReason = "a requirement of the rules is not met";
  const std::string why = error.message;
  error.message = lang::presentable(
      lang::marked(text) + " is not legal: " +
      (why == kNoReason ? "a requirement of `" + program.rules.moves[move].name + "` is not met, and it has no message"
                        : with_written_edges(program, move, text, why)));
  const std::size_t at = error.rendered.find(why);
  if (at != std::string::npos) error.rendered.replace(at, why.size(), error.message);
  if (shows_parts(program, move) && error.help.empty())
    error.help = "if a coordinate or field fits several cells, write the cell instead";
  return error;
}

Error misread(const Program& program, const std::vector<int>& moves, int mover, std::string_view text) {
  const std::string shown = lang::marked(text);
  for (int other = 0; other < static_cast<int>(program.rules.moves.size()); ++other) {
    if (std::find(moves.begin(), moves.end(), other) != moves.end()) continue;
    if (read_move(program, other, mover, text).empty()) continue;
    return plain_error(lang::Code::G0601,
                       shown + " is a move, but cannot be chosen now" + what_comes_first(program, moves, other),
                       "moves are now written as " + forms_of(program, moves) + values_in(program, moves));
  }
  const auto [what, help] = misreading(program, moves, text);
  return plain_error(lang::Code::G0601, shown + " is not in this game's notation" + (what.empty() ? "" : ": " + what),
                     help);
}

std::string legal_instead(const Position& position, std::string_view refused) {
  constexpr std::uint64_t kMostTexts = 2000;
  constexpr std::size_t kShown = 3;
  if (position.game().has_secrets()) return {};
  const Position copy = position.detach();  // so that its work is not counted
  const Result<std::uint64_t> count = copy.count_moves();
  if (!count || *count == 0) return {};
  if (*count > kMostTexts) return lang::counted(*count, "other move") + " are legal here";
  Result<std::vector<std::string>> listed = copy.moves();
  if (!listed) return {};
  std::vector<std::string>& moves = *listed;
  // Different moves usually have different notations; moves with equal notations need not be neighbours in the list.
  std::set<std::string> known;
  std::erase_if(moves, [&](const std::string& move) { return !known.insert(move).second; });
  const auto alike = [&](const std::string& move) {
    return std::mismatch(move.begin(), move.end(), refused.begin(), refused.end()).first - move.begin();
  };
  std::stable_sort(moves.begin(), moves.end(),
                   [&](const std::string& a, const std::string& b) { return alike(a) > alike(b); });
  if (moves.size() == 1) return "the only legal move here is `" + moves[0] + "`";
  const std::size_t shown = std::min(moves.size(), kShown), more = moves.size() - shown;
  const std::vector<std::string> first(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(shown));
  return "legal here are " + lang::joined(first, ", ", lang::marked) +
         (more > 0 ? " and " + std::to_string(more) + " more" : std::string());
}

}  // namespace glint
