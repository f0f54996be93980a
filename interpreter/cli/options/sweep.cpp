#include "interpreter/cli/options/sweep.hpp"

#include <algorithm>

#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

constexpr std::size_t kMostVariations = 500;

/// The values of "5,7,9" or "3..6". A range of numbers goes by size, a range of names by the order of the option.
std::vector<std::string> named_values(const rules::Rules& rules, const rules::Option& option, const std::string& text) {
  const std::vector<std::string> known = option_values(rules, option);
  std::vector<std::string> values;
  const auto find_value = [&](std::string_view value) {
    return find_or_stop(known, std::string(value), "--sweep: `" + option.name + "` cannot be");
  };
  for (const std::string_view value : lang::split(text, ",")) {
    const std::size_t dots = value.find("..");
    if (dots == std::string::npos) {
      values.push_back(known[find_value(value)]);
      continue;
    }
    const std::size_t low = find_value(value.substr(0, dots)), high = find_value(value.substr(dots + 2));
    std::vector<std::string> order = known;
    if (option.type.base == rules::Base::number)
      std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return std::stoll(a) < std::stoll(b); });
    const auto first = std::find(order.begin(), order.end(), known[low]);
    const auto last = std::find(order.begin(), order.end(), known[high]);
    if (last < first)
      stop(kUsage, "--sweep: there is no value between `" + known[low] + "` and `" + known[high] + "`",
           "write the smaller one first: " + known[high] + ".." + known[low]);
    values.insert(values.end(), first, last + 1);
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::count(values.begin(), values.end(), values[i]) > 1)
      stop(kUsage, "--sweep: `" + option.name + "` has the value `" + values[i] + "` twice");
  return values;
}

}  // namespace

std::size_t find_or_stop(const std::vector<std::string>& known, const std::string& name, const std::string& what) {
  const auto found = std::find(known.begin(), known.end(), name);
  if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
  stop(kUsage, what + " `" + name + "`", did_you_mean(name, known, "there are: " + lang::joined(known)));
}

std::vector<Settings> swept_settings(const Game& game, const std::vector<std::string>& texts, const Settings& fixed) {
  const rules::Rules& rules = game.program().rules;
  std::vector<Settings> all = {{}};
  const std::vector<std::string> names = lang::names_of(rules.options);
  std::vector<std::string> seen;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const rules::Option& option = rules.options[find_or_stop(names, name, "--sweep: the game has no option")];
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) stop(kUsage, "--sweep: `" + name + "` is given twice");
    for (const auto& [set, value] : fixed)
      if (set == name) stop(kUsage, "--set and --sweep both set `" + name + "`", "leave one of them out");
    seen.push_back(name);
    std::vector<std::string> values = option_values(rules, option);
    if (equals != std::string::npos) values = named_values(rules, option, text.substr(equals + 1));
    std::vector<Settings> longer;
    for (const Settings& settings : all)
      for (const std::string& value : values) {
        longer.push_back(settings);
        longer.back().emplace_back(name, value);
      }
    all = std::move(longer);
    if (all.size() > kMostVariations)
      stop(kUsage, "--sweep: that makes more than " + std::to_string(kMostVariations) + " studies");
  }
  return all;
}

}  // namespace glint::cli
