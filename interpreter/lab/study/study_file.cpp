#include "interpreter/lab/study/study_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/record/bounded_json.hpp"
#include "interpreter/players/player.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/fnv.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kForm = 7, kDeepest = 5;
constexpr std::string_view kBegin = "{\"glint_study\":";
constexpr std::size_t kMostValues = std::size_t{1} << 22;

/// Visits the parts of a header in the order in which they are written, each with words for messages.
void each_part_of(auto& header, auto&& visit) {
  visit("game", "the game is", header.game);
  visit("rules", "the hash of the rules is", header.rules);
  visit("script", "the hash of the script is", header.script);
  visit("options", "the options are", header.options);
  visit("seats", "the seats are", header.seats);
  visit("bots", "the bots are", header.plan.players);
  visit("rotates", "changing seats is", header.plan.rotates);
  visit("seed", "the seed is", header.plan.seed);
  visit("games", "the number of games is", header.plan.games);
  visit("max_plies", "the ply limit is", header.plan.max_plies);
  visit("draws", "the fixed chance draws are", header.plan.draws);
  visit("evaluate", "the number of playouts that evaluate a position is", header.plan.playouts);
  visit("looks", "the number of times that --until checks the results is", header.plan.looks);
  visit("covered", "the number of games with coverage is", header.plan.covered);
  visit("without", "the restriction is", header.without);
}

template <class T>
bool read(const Json& json, T& value) {
  bool is_kind = json.is_number_unsigned();
  if constexpr (std::is_same_v<T, bool>) is_kind = json.is_boolean();
  if constexpr (std::is_same_v<T, std::string>) is_kind = json.is_string();
  if constexpr (std::is_same_v<T, int>) is_kind = is_kind && json.get<std::uint64_t>() <= INT32_MAX;
  if (is_kind) value = json.get<T>();
  return is_kind;
}
bool read(const Json& json, std::pair<std::string, std::string>& pair) {
  return json.is_array() && json.size() == 2 && read(json[0], pair.first) && read(json[1], pair.second);
}
template <class T>
bool read(const Json& json, std::vector<T>& list) {
  if (!json.is_array()) return false;
  list.resize(json.size());
  return std::equal(json.begin(), json.end(), list.begin(), [](const Json& each, T& one) { return read(each, one); });
}

/// The part of the plan that no study can have, in words; empty: there is none.
std::string wrong_in(const StudyHeader& header) {
  const StudyPlan& plan = header.plan;
  if (plan.players.size() != header.seats.size()) return "`bots` has not as many elements as `seats`";
  for (const std::string& player : plan.players)
    if (const Result<PlayerSpec> spec = read_player_spec(player); !spec) return "`bots`: " + spec.errors()[0].message;
  if (plan.rotates && plan.players.size() < 2) return "`rotates` is true, and the game has one player";
  std::string wrong;
  const auto between = [&](const char* key, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
    if (value < low || value > high)
      wrong = "`" + std::string(key) + "` is " + std::to_string(value) + ", and can be from " + std::to_string(low) +
              " to " + std::to_string(high);
  };
  between("games", plan.games, 1, StudyPlan::kMostGames);
  between("max_plies", static_cast<std::uint64_t>(plan.max_plies), 1, StudyPlan::kMostPlies);
  between("evaluate", static_cast<std::uint64_t>(plan.playouts), 0, StudyPlan::kMostPlayouts);
  between("looks", plan.looks, 1, StudyPlan::kMostLooks);
  return wrong;
}

/// Over the texts of all sources.
std::uint64_t hash_of(const lang::Sources& sources) {
  lang::Fnv hash;
  for (std::uint32_t i = 0; i < sources.size(); ++i) {
    hash.bytes(sources.file(i).text);
    hash.symbol(0x100);
  }
  return hash.value();
}

/// "piece:mirror@north", "move:place".
std::string text_of(const Restriction& restriction, const Game& game) {
  const rules::Rules& rules = game.program().rules;
  const auto number = static_cast<std::size_t>(restriction.number);
  std::string text = restriction.kind == Restriction::Kind::piece ? "piece:" + rules.kinds[number].name
                                                                  : "move:" + rules.moves[number].name;
  if (restriction.seat >= 0) text += "@" + rules.players[static_cast<std::size_t>(restriction.seat)].name;
  return text;
}

/// The text of a study with the checksum of everything else in it.
std::string checked(Json json) {
  json.erase("checksum");
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  lang::Fnv hash;
  hash.bytes(text);
  text.back() = ',';
  return text + "\"checksum\":\"" + lang::hexadecimal(hash.value()) + "\"}\n";
}

StudyPart part_of(const Json& json, std::string& wrong) {
  StudyPart part;
  const auto take = [&](const char* key, const char*, auto& value) {
    const auto found = json.find(key);
    if (wrong.empty() && (found == json.end() || !read(*found, value)))
      wrong = "`" + std::string(key) + "` " + (found == json.end() ? "is missing" : "cannot be read");
  };
  each_part_of(part.header, take);
  std::string went;
  take("went", "", went);
  for (std::size_t at = 0; at < went.size();) {
    const std::size_t end = std::min(went.find(';', at), went.size());
    part.games.push_back(went.substr(at, end - at));
    at = end + 1;
  }
  take("result", "", part.checksum);
  if (wrong.empty()) wrong = wrong_in(part.header);
  if (wrong.empty() && part.games.size() > part.header.plan.games)
    wrong = "`went` has " + std::to_string(part.games.size()) + " games, and the study " +
            std::to_string(part.header.plan.games);
  return part;
}

}  // namespace

Result<Restriction> read_restriction(const std::string& text, const Game& game) {
  const rules::Rules& rules = game.program().rules;
  const std::size_t colon = text.find(':'), at = text.find('@');
  const std::string what = text.substr(0, colon);
  if (colon == std::string::npos || (what != "piece" && what != "move"))
    return plain_error("it takes `piece:NAME` or `move:NAME`, found `" + text + "`",
                       "`move:NAME@" + game.players()[0] + "` leaves it out at one seat");
  std::optional<Error> wrong;
  const auto number = [&](const std::vector<std::string>& known, const std::string& name, const std::string& kind) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      wrong = plain_error("the game has no " + kind + " `" + name + "`",
                          lang::did_you_mean(name, known, "there are: " + lang::joined(known)));
    return static_cast<int>(found - known.begin());
  };
  const std::string name = text.substr(colon + 1, at == std::string::npos ? at : at - colon - 1);
  Restriction one;
  if (what == "piece") one.kind = Restriction::Kind::piece;
  one.number = number(what == "piece" ? lang::names_of(rules.kinds) : lang::names_of(rules.moves), name, what);
  if (at != std::string::npos && !wrong) one.seat = number(game.players(), text.substr(at + 1), "player");
  if (wrong) return *wrong;
  return one;
}

StudyHeader header_of(const Game& game, std::string name, const StudyPlan& plan) {
  StudyHeader header;
  header.game = std::move(name);
  header.rules = lang::hexadecimal(game.rules_hash());
  header.script = lang::hexadecimal(hash_of(*game.program().sources));
  for (const OptionInfo& option : game.options()) header.options.emplace_back(option.name, option.value);
  header.seats = game.players();
  for (const Restriction& one : plan.without) header.without.push_back(text_of(one, game));
  header.plan = plan;
  return header;
}

std::string difference(const StudyHeader& one, const StudyHeader& other) {
  std::vector<Json> theirs;
  each_part_of(other, [&](const char*, const char*, const auto& part) { theirs.emplace_back(part); });
  std::string found;
  std::size_t i = 0;
  each_part_of(one, [&](std::string_view key, const char* what, const auto& part) {
    const Json mine = part, &their = theirs[i++];
    // The script may have been moved.
    if (mine == their || !found.empty() || key == "game") return;
    found = std::string(what) + " " + mine.dump() + " in one and " + their.dump() + " in the other";
  });
  return found;
}

std::string changed_since(const StudyHeader& now, const StudyHeader& then) {
  if (now.script == then.script && now.rules == then.rules) return "";
  if (now.game != then.game && now.rules != then.rules) return "it is a study of `" + then.game + "`";
  return now.rules != then.rules ? "the script has changed since, and its rules with it"
             : "the script has changed since; its rules have not, but lines that are counted may have moved";
}

std::string write_part(const StudyPart& part) {
  Json json = {{"glint_study", kForm}};
  each_part_of(part.header, [&](const char* key, const char*, const auto& value) { json[key] = value; });
  // A single text, because a reader limits how many values it accepts; each game ends with a semicolon.
  std::string went;
  for (const std::string& game : part.games) went += game + ';';
  json["went"] = std::move(went);
  json["result"] = part.checksum;
  return checked(std::move(json));
}

Result<StudyPart> read_part(std::string_view text, std::string_view file_name) {
  using Excess = BoundedJson<Json>::Excess;
  const bool is_study = text.substr(0, kBegin.size()) == kBegin.substr(0, text.size());
  const auto [json, excess] = parse_bounded<Json>(is_study ? text : "", {kDeepest, kMostValues}, false);
  std::string wrong;
  if (text.empty())
    wrong = "the file is empty: no game has been saved in it yet";
  else if (!is_study)
    wrong = "this is not a study file";
  else if (excess != Excess::none)
    wrong = excess == Excess::depth ? "this is not a study file: its lists are nested too deep"
                                    : "this is not a study file: it has too many values";
  else if (!json.is_object())
    wrong = "the file ends too early: perhaps it was truncated";
  else if (json["glint_study"] != kForm)
    wrong = "this file was written by another version of Glint";
  else if (checked(json) != text)
    wrong = "the file was changed after it was written: its checksum does not match";
  StudyPart part;
  if (wrong.empty()) part = part_of(json, wrong);
  if (wrong.empty()) return part;
  Error error;
  error.message = lang::presentable(wrong);
  error.help = "`glint study --out FILE` writes study files";
  error.file = std::string(file_name);
  return error;
}

std::uint64_t plies_by_seed(const StudyPart& part) {
  std::uint64_t plies = 0;
  if (!follows_from_seed(part.header.plan)) return plies;
  for (const std::string& game : part.games) {
    std::uint64_t of_game = 0;
    std::from_chars(game.data(), game.data() + game.size(), of_game);
    plies += std::min<std::uint64_t>(of_game, INT32_MAX);
  }
  return plies;
}

}  // namespace glint
