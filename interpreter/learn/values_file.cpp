#include "interpreter/learn/values_file.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <utility>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/players/player.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

constexpr std::string_view kFirstLine = "glint values 3";
constexpr const char* kCutOff = "it was cut off, or something was changed";

std::string bytes_of(const std::vector<Weight>& weights) {
  std::string bytes;
  for (const Weight weight : weights)
    for (const int shift : {0, 8}) bytes += static_cast<char>(weight >> shift & 0xFF);
  return bytes;
}

std::vector<Weight> weights_of(std::string_view bytes) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[at])); };
  std::vector<Weight> weights;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) weights.push_back(static_cast<Weight>(byte(at) | byte(at + 1) << 8));
  return weights;
}

std::string head_of(const Game& game) { return std::string(kFirstLine) + "\n" + identity_of(game); }

std::string terms_of(const Terms& terms) {
  return "terms " + std::to_string(terms.patterns(0).size()) + " patterns, " + std::to_string(terms.weights()) +
         " weights, " + lang::hexadecimal(terms.hash());
}

std::string weights_line(std::size_t bytes) { return "weights " + std::to_string(bytes) + " bytes\n"; }

Error unreadable(const std::string& what) {
  return plain_error("this is not a file of learned values: " + what, "`glint learn GAME -o FILE` writes one");
}
Error refused(const std::string& why) {
  return plain_error("these values do not fit: " + why, "`glint learn GAME -o FILE` learns new ones");
}

}  // namespace

std::string line_of(const Match& match) {
  return "match " + match.learned + " " + match.other + " games " + std::to_string(match.games) + " won " +
         std::to_string(match.won) + " drawn " + std::to_string(match.drawn) + "\n";
}

std::string identity_of(const Game& game) {
  std::string lines = "game " + game.id() + "\nrules " + lang::hexadecimal(game.rules_hash()) + "\n";
  for (const OptionInfo& each : game.options()) lines += "option " + each.name + " = " + each.value + "\n";
  return lines;
}

bool LearnedValues::passed() const {
  const auto is_gain = [](const Match& match) { return match.interval().low > 0.5; };
  return !matches.empty() && std::all_of(matches.begin(), matches.end(), is_gain);
}

std::string to_text(const LearnedValues& learned) {
  const Terms& terms = *learned.values.terms;
  std::ostringstream text;
  text << head_of(terms.game()) << terms_of(terms) << "\nsymmetries " << terms.symmetries().size() << "\ngames "
       << learned.games << " seed " << learned.seed << '\n';
  for (const Match& each : learned.matches) text << line_of(each);
  const std::string bytes = bytes_of(learned.values.weights);
  text << weights_line(bytes.size()) << bytes;
  return std::move(text).str();
}

Result<LearnedValues> read_values(const Game& game, std::string_view text) {
  const std::size_t last = text.find("\nweights "), bytes = last == text.npos ? last : text.find('\n', last + 1);
  if (!text.starts_with(kFirstLine)) return unreadable("it does not begin with `" + std::string(kFirstLine) + "`");
  const std::size_t size = bytes == text.npos ? 0 : text.size() - bytes - 1;
  if (bytes == text.npos || text.substr(last + 1, bytes - last) != weights_line(size)) return unreadable(kCutOff);
  std::istringstream lines{std::string(text.substr(0, last + 1))}, own{head_of(game)};
  std::string line, expected, word;
  while (std::getline(own, expected))
    if (!std::getline(lines, line) || line != expected)
      return refused("they are for " + lang::marked(line) + ", and this is " + lang::marked(expected));
  if (const auto error = cannot_play({"learned", {1, 0}}, game)) return *error;
  LearnedValues learned;
  learned.values.terms = std::make_shared<Terms>(game);
  if (!std::getline(lines, line) || line != terms_of(*learned.values.terms))
    return refused("this version of Glint finds other terms in the game");
  lines >> word >> word >> word >> learned.games >> word >> learned.seed;
  Match match;
  while (lines >> word >> match.learned >> match.other >> word >> match.games >> word >> match.won >> word >> match.drawn) {
    if (match.won > match.games || match.drawn > match.games - match.won)
      return unreadable("a match has no such result");
    learned.matches.push_back(match);
  }
  learned.values.weights = weights_of(text.substr(bytes + 1));
  // The values read must be written in the same way, so that nothing is missing, superfluous, or not a number.
  if (learned.values.weights.size() != learned.values.terms->weights() || to_text(learned) != text)
    return unreadable(kCutOff);
  return learned;
}

}  // namespace glint
