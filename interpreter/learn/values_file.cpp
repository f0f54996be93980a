#include "interpreter/learn/values_file.hpp"

#include <algorithm>
#include <charconv>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/learn/self_play.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

constexpr std::string_view kFirstLine = "glint values 1";
constexpr std::size_t kMostMatches = 100;

std::string packed(const std::vector<Weight>& weights) {
  std::string bytes;
  for (const Weight weight : weights) {
    const auto word = static_cast<std::uint16_t>(weight);
    bytes += static_cast<char>(word & 0xFF);
    bytes += static_cast<char>(word >> 8);
  }
  return bytes;
}

std::vector<Weight> unpacked(std::string_view bytes) {
  std::vector<Weight> weights;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const unsigned low = static_cast<unsigned char>(bytes[at]), high = static_cast<unsigned char>(bytes[at + 1]);
    weights.push_back(static_cast<Weight>(static_cast<std::uint16_t>(low | high << 8)));
  }
  return weights;
}

/// The options of a game as the file has them: "side = 5".
std::vector<std::string> options_of(const Game& game) {
  std::vector<std::string> options;
  for (const OptionInfo& each : game.options()) options.push_back(each.name + " = " + each.value);
  return options;
}

std::string terms_of(const Terms& terms) {
  return std::to_string(terms.patterns(0).size()) + " patterns, " + std::to_string(terms.entries()) + " weights, " +
         lang::hexadecimal(terms.hash());
}

/// Takes lines from the front of a file, word by word.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// The line's words after this first one, and the next line; nothing if the line begins differently.
  std::optional<std::string_view> take(std::string_view first) {
    constexpr std::size_t kLongest = 10'000;
    const std::size_t end = text_.substr(0, kLongest).find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = text_.substr(0, end);
    if (!line.starts_with(first) || (line.size() > first.size() && line[first.size()] != ' ')) return std::nullopt;
    text_.remove_prefix(end + 1);
    return line.substr(std::min(line.size(), first.size() + 1));
  }
  std::string_view rest() const { return text_; }

 private:
  std::string_view text_;
};

/// The words of a line, if it has the form of these: a word for itself, `#` for a number, `*` for any word.
bool matches(std::string_view line, std::initializer_list<std::string_view> form, std::vector<std::uint64_t>& numbers,
             std::vector<std::string>& words) {
  for (const std::string_view wanted : form) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    if (word.empty()) return false;
    if (wanted == "#") {
      std::uint64_t number = 0;
      const auto [rest, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
      if (problem != std::errc() || rest != word.data() + word.size()) return false;
      numbers.push_back(number);
    } else if (wanted == "*") {
      words.emplace_back(word);
    } else if (word != wanted) {
      return false;
    }
  }
  return line.empty();
}

Error unreadable(const std::string& what) {
  return plain_error("this is not a file of learned values: " + what, "`glint learn GAME -o FILE` writes one");
}
Error refused(const std::string& why) {
  return plain_error("these values do not fit: " + why, "`glint learn GAME -o FILE` learns new ones");
}

}  // namespace

bool LearnedValues::passed() const {
  return !matches.empty() && std::all_of(matches.begin(), matches.end(), [](const Match& each) { return each.is_gain(); });
}

std::string to_text(const LearnedValues& learned) {
  const Terms& terms = *learned.values.terms;
  const Game game = terms.game();
  const std::string bytes = packed(learned.values.weights);
  std::string text(kFirstLine);
  text += "\ngame " + game.id() + "\nrules " + lang::hexadecimal(game.rules_hash()) + "\n";
  for (const std::string& option : options_of(game)) text += "option " + option + "\n";
  text += "terms " + terms_of(terms) + "\nsymmetries " + std::to_string(terms.symmetries().size()) + "\ngames " +
          std::to_string(learned.games) + " seed " + std::to_string(learned.seed) + "\n";
  for (const Match& each : learned.matches)
    text += "match " + each.learned + " " + each.other + " games " + std::to_string(each.games) + " won " +
            std::to_string(each.won) + " drawn " + std::to_string(each.drawn) + "\n";
  return text + "weights " + std::to_string(bytes.size()) + " bytes\n" + bytes;
}

Result<LearnedValues> read_values(const Game& game, std::string_view text) {
  Lines lines(text);
  LearnedValues learned;
  std::vector<std::uint64_t> numbers;
  std::vector<std::string> words;
  const auto first = lines.take(kFirstLine);
  if (!first || !first->empty()) return unreadable("it does not begin with `" + std::string(kFirstLine) + "`");
  const auto name = lines.take("game"), rules = lines.take("rules");
  if (!name || !rules) return unreadable("it does not say of which game and rules it is");
  if (*name != game.id())
    return refused("they are of the game " + lang::marked(*name) + ", and this is `" + game.id() + "`");
  if (*rules != lang::hexadecimal(game.rules_hash())) return refused("the rules have changed since they were learnt");
  std::vector<std::string> options;
  while (const auto option = lines.take("option")) {
    if (options.size() > game.options().size()) break;
    options.emplace_back(*option);
  }
  const auto terms = lines.take("terms"), symmetries = lines.take("symmetries"), games = lines.take("games");
  if (!terms || !symmetries || !games || !matches(*games, {"#", "seed", "#"}, numbers, words))
    return unreadable("it does not say how they were learnt");
  if (const std::vector<std::string> own = options_of(game); options != own)
    return refused("they were learnt with other options: " +
                   (options.empty() ? "none" : lang::escaped(lang::joined(options))) + "; the game has " +
                   (own.empty() ? "none" : lang::joined(own)));
  learned.games = numbers[0];
  learned.seed = numbers[1];
  while (const auto line = lines.take("match")) {
    numbers.clear();
    words.clear();
    if (learned.matches.size() >= kMostMatches ||
        !matches(*line, {"*", "*", "games", "#", "won", "#", "drawn", "#"}, numbers, words) ||
        numbers[1] > numbers[0] || numbers[2] > numbers[0] - numbers[1])
      return unreadable("a match has no such result");
    learned.matches.push_back({words[0], words[1], numbers[0], numbers[1], numbers[2]});
  }
  const auto size = lines.take("weights");
  numbers.clear();
  if (!size || !matches(*size, {"#", "bytes"}, numbers, words)) return unreadable("it does not say how many weights it has");
  if (numbers[0] != lines.rest().size()) return unreadable("it was cut off, or something was added");
  if (const auto error = cannot_learn(game)) return *error;
  learned.values.terms = std::make_shared<Terms>(game);
  if (*terms != terms_of(*learned.values.terms)) return refused("this version of Glint finds other terms in the game");
  if (numbers[0] != 2 * learned.values.terms->entries()) return unreadable("it has more or fewer weights than it needs");
  learned.values.weights = unpacked(lines.rest());
  return learned;
}

}  // namespace glint
