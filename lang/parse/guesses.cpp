#include "lang/parse/guesses.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

namespace glint::lang::parsing {
namespace {

/// The text that `write` replaces: the token found, that and the next, the next alone; or it is inserted, and a
/// blank behind it.
enum class Over : std::uint8_t { found, to_next, next, nothing };

/// A guess: the place, and what stands there and around it. An empty entry may be anything. `found`, `before` and
/// `next` are words and signs with blanks between them, `*` is any name or number, `0` any number. `next` is what
/// follows: the token, or for a name that begins a statement, what follows it, its members and its index.
///
/// In the help, and in what is written, {found}, {before} and {next} are these tokens, {target} and {next_target} are the
/// names with their members and indexes, {item} the first word of the statement or declaration. A row may have a help,
/// something to write, or both.
struct Guess {
  Place place = Place::any;
  std::string_view in = {};    // the first word of the declaration
  std::string_view item = {};  // how the statement or declaration begins; several beginnings with `|` between them
  std::string_view line = {};  // the sign with which the line begins
  std::string_view before = {};
  std::string_view found = {};
  std::string_view next = {};
  std::string_view write = {};
  Over over = Over::found;
  std::string_view help = {};
};

constexpr auto kGuesses = [] {
  using enum Place;
#define GLINT_ROW(where, ...) Guess{.place = where, __VA_ARGS__},
  return std::to_array<Guess>({
#include <glint_guesses.inc>  // made of guesses.txt in the build folder
  });
#undef GLINT_ROW
}();

std::string_view rest_of(std::string_view text, std::size_t at) { return text.substr(std::min(at, text.size())); }

/// True if a token is one of some words and signs. `rest` is the text from it on.
bool is_one_of(std::string_view words, std::string_view token, std::string_view rest) {
  for (const std::string_view word : split(words, " ")) {
    const bool any_name = word == "*" && !token.empty() && is_in_name(token.front());  // or number
    // Some signs of other languages are more than one token here.
    const bool longer = word.size() >= 2 && !is_in_name(word.front()) && !is_pair(word) && rest.starts_with(word);
    if (any_name || longer || (word == "0" && is_number(token)) || (token == word && !token.empty())) return true;
  }
  return false;
}

bool begins_with(std::string_view item, std::string_view beginnings) {
  for (const std::string_view one : split(beginnings, "|")) {
    const bool is_whole = item.size() <= one.size() || !is_in_name(one.back()) || !is_in_name(item[one.size()]);
    if (item.starts_with(one) && is_whole) return true;
  }
  return false;
}

/// The end of a name with its members and indexes: `spot.facing`, `points[me]`.
std::size_t end_of_target(std::string_view text, std::size_t at) {
  std::size_t end = at + token_at(text, static_cast<std::uint32_t>(at)).size();
  for (;;) {
    if (end + 1 < text.size() && text[end] == '.' && begins_name(text[end + 1])) {
      end += 1 + token_at(text, static_cast<std::uint32_t>(end + 1)).size();
    } else if (end < text.size() && text[end] == '[') {
      const std::size_t close = text.find_first_of("]\n", end);
      if (close == std::string_view::npos || text[close] == '\n') return end;
      end = close + 1;
    } else {
      return end;
    }
  }
}

/// The tokens that guesses are about.
struct Tokens {
  std::string_view declaration, item, before, found, next, target, next_target;
  std::string_view rest, rest_of_next;  // the text from these on
  std::string_view line;                // the text from the first word of the line on

  explicit Tokens(const Found& at) {
    const std::string_view text = at.text;
    declaration = token_at(text, at.declaration);
    item = text.substr(at.item, std::max(at.at, at.item) - at.item);
    before = token_before(text, at.at);
    rest = rest_of(text, at.at);
    found = token_at(text, at.at);
    const bool has_target = at.place == Place::statement && !found.empty() && begins_name(found.front());
    const std::size_t end = has_target ? end_of_target(text, at.at) : at.at + found.size();
    target = text.substr(at.at, end - at.at);
    rest_of_next = after_blanks(rest_of(text, end));
    next = token_at(rest_of_next, 0);
    next_target = rest_of_next.substr(0, end_of_target(rest_of_next, 0));
    line = after_blanks(rest_of(text, line_begin(text, at.at)));
  }
};

bool fits(const Guess& guess, Place place, const Tokens& at) {
  const bool is_there = guess.place == Place::any || (guess.place | place) == guess.place;
  return is_there && !(guess.place != Place::any && place == Place::any) &&
         (guess.in.empty() || is_among(at.declaration, guess.in)) &&
         (guess.line.empty() || at.line.starts_with(guess.line)) && (guess.item.empty() || begins_with(at.item, guess.item)) &&
         (guess.before.empty() || is_one_of(guess.before, at.before, at.before)) &&
         !(guess.before == "*" && is_number(at.before)) &&
         (guess.found.empty() || is_one_of(guess.found, at.found, at.rest)) &&
         (guess.next.empty() || is_one_of(guess.next, at.next, at.rest_of_next));
}

/// True if a guess says of any word at this place what it may be; a word that is nearly right means something else.
bool is_about_anything(const Guess& guess) {
  return guess.before.empty() && guess.line.empty() && (guess.found.empty() || guess.found.starts_with('*')) &&
         (guess.next.empty() || guess.next.starts_with('*'));
}

std::string filled_in(std::string_view help, const Tokens& at) {
  std::string text(help);
  const auto fill = [&](std::string_view hole, std::string_view token) {
    for (std::size_t place = text.find(hole); place != std::string::npos; place = text.find(hole, place + token.size()))
      text.replace(place, hole.size(), token);
  };
  fill("{found}", at.found);
  fill("{before}", at.before);
  fill("{next}", at.next);
  fill("{target}", at.target);
  fill("{next_target}", at.next_target);
  fill("{item}", token_at(at.item, 0));
  return text;
}

/// The word that declares a name somewhere in the script, at the beginning of a line; empty if there is none.
std::string_view declared_by(std::string_view text, std::string_view name) {
  constexpr std::string_view kWords = "do move var let option piece type optic bag pick for draw";
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + name.size())) {
    const std::size_t line = line_begin(text, at);
    if (token_at(text, static_cast<std::uint32_t>(at)) != name || (at > 0 && is_in_name(text[at - 1]))) continue;
    const std::string_view word = token_at(after_blanks(text.substr(line, at - line)), 0);
    const auto end = static_cast<std::size_t>(word.data() + word.size() - text.data());
    if (!word.empty() && is_among(word, kWords) && text.substr(end, at - end).find_first_not_of(' ') == std::string_view::npos)
      return word;
  }
  return {};
}

/// `int n = 3`, `cell next = at + n`
bool declares_local(const Tokens& at) {
  const bool names = !at.found.empty() && begins_name(at.found.front()) && !at.next.empty() && begins_name(at.next.front());
  return names && token_at(after_blanks(at.rest_of_next.substr(at.next.size())), 0) == "=";
}

/// The likely meaning of a declared name that begins a statement.
std::string help_for_name(const Found& found, const Tokens& at) {
  const std::string_view word = declared_by(found.text, at.found);
  const std::string name(at.found);
  if (word == "do") return "an effect is called with parentheses: `" + name + "(...)`";
  if (word == "move" && at.declaration == "test") return "a test plays a move by its text, as in `play \"...\"`";
  if (word == "move" && at.declaration == "play") return "write `choose " + name + "`";
  if (word == "move") return "`" + name + "` is a move, and players choose moves in `play`: `choose " + name + "`";
  if (word == "piece") return "`" + name + "` is a piece: write `put " + name + " on CELL` or `remove " + name + "`";
  if (word == "var") return "`" + name + "` is a variable: it is changed as in `" + name + " = ...` and `" + name + " += 1`";
  if (!word.empty()) return "`" + name + "` is a value, and a statement begins with what is done";
  return {};
}

}  // namespace

std::string help_for(const Found& found) {
  const Tokens at(found);
  for (const Guess& guess : kGuesses)
    if (!guess.help.empty() && !is_about_anything(guess) && fits(guess, found.place, at)) return filled_in(guess.help, at);
  if (found.place != Place::statement || at.found.empty()) return {};
  if (declares_local(at))
    return "write `let " + std::string(at.next) +
           " = ...` for a value that does not change, or declare a variable of the game with `var`";
  return help_for_name(found, at);
}

std::string help_for_name(std::string_view name, Place places) {
  for (const Guess& guess : kGuesses)
    if ((guess.place & places) != Place::any && is_among(name, guess.found)) return std::string(guess.help);
  return {};
}

std::optional<Rewritten> rewritten(const Found& found) {
  const Tokens at(found);
  const auto guess = std::find_if(kGuesses.begin(), kGuesses.end(), [&](const Guess& each) {
    return !each.write.empty() && fits(each, found.place, at);
  });
  if (guess == kGuesses.end()) return std::nullopt;
  const std::size_t next = found.text.size() - at.rest_of_next.size(), sign = next + 2;
  // `=>` is two tokens here.
  const std::size_t end = found.at + (at.rest.starts_with("=>") ? 2 : at.found.size());
  std::string text = filled_in(guess->write, at);
  switch (guess->over) {
    case Over::to_next:
      return Rewritten{found.at, sign, std::move(text)};
    case Over::next:
      return Rewritten{next, sign, std::move(text)};
    case Over::nothing:
      return Rewritten{found.at, found.at, text + " "};
    default:
      return Rewritten{found.at, end, std::move(text)};
  }
}

std::string help_at(const Found& found) {
  const Tokens at(found);
  for (const Guess& guess : kGuesses)
    if (!guess.help.empty() && is_about_anything(guess) && fits(guess, found.place, at)) return filled_in(guess.help, at);
  if (found.place != Place::statement) return {};
  if (at.declaration == "play")
    return "here a statement begins with a word such as `turn`, `choose`, `repeat`, `draw`, `if` or `end`; an effect is "
           "called as `name()`";
  if (at.declaration == "test")
    return "here a statement begins with a word such as `play`, `expect`, `map` or `put`; an effect is called as `name()`";
  return "a statement begins with a word such as `put`, `remove`, `move`, `if`, `for` or `let`; an effect is called as "
         "`name()`";
}

}  // namespace glint::lang::parsing
