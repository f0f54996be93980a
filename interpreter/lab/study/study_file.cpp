#include "interpreter/lab/study/study_file.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "interpreter/game/access.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kForm = 1;

// ---- writing ----

template <class T>
Json to_json(const T& value) {
  return value;
}
Json to_json(const Histogram& histogram) {
  Json json = Json::array();
  for (const auto& [value, times] : histogram) json.push_back(Json::array({value, times}));
  return json;
}
Json to_json(const Extreme& extreme) {
  return extreme.is_set ? Json::array({extreme.value, extreme.then, extreme.game}) : Json(nullptr);
}
Json to_json(const GameEnd& end) { return Json::array({end.game, end.plies, end.ending, end.scores}); }
Json to_json(const Restriction& one) {
  return Json::array({one.kind == Restriction::Kind::piece ? "piece" : "move", one.number, one.seat});
}
template <class T>
Json to_json(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& each : list) json.push_back(to_json(each));
  return json;
}

Json to_json(const Settings& settings) {
  Json json = Json::array();
  for (const auto& [name, value] : settings) json.push_back(Json::array({name, value}));
  return json;
}

/// Visits the parts of a header in the order in which they are written, each with words for messages.
template <class Header, class Visit>
void each_part_of(Header& header, Visit&& visit) {
  visit("game", "the game is", header.game);
  visit("rules", "the hash of the rules is", header.rules);
  visit("script", "the hash of the script is", header.script);
  visit("options", "the options are", header.options);
  visit("seats", "the seats are", header.seats);
  visit("players", "the players are", header.plan.players);
  visit("rotates", "players changing seats is", header.plan.rotates);
  visit("seed", "the seed is", header.plan.seed);
  visit("games", "the number of games is", header.plan.games);
  visit("max_plies", "games are given up after", header.plan.max_plies);
  visit("draws", "what is fixed for chance is", header.plan.draws);
  visit("judge", "the number of games that judge a position is", header.plan.judge);
  visit("looks", "the number of times that results are looked at is", header.plan.looks);
  visit("covered", "the number of games looked at line by line is", header.plan.covered);
  visit("without", "what is left out is", header.plan.without);
}

// ---- reading ----

bool read(const Json& json, std::uint64_t& number) {
  if (!json.is_number_unsigned()) return false;
  number = json.get<std::uint64_t>();
  return true;
}
bool read(const Json& json, std::int64_t& number) {
  if (!json.is_number_integer() || (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX)) return false;
  number = json.get<std::int64_t>();
  return true;
}
bool read(const Json& json, int& number) {
  std::int64_t wide = 0;
  if (!read(json, wide) || wide < INT32_MIN || wide > INT32_MAX) return false;
  number = static_cast<int>(wide);
  return true;
}
bool read(const Json& json, bool& value) {
  if (!json.is_boolean()) return false;
  value = json.get<bool>();
  return true;
}
bool read(const Json& json, std::string& text) {
  if (!json.is_string()) return false;
  text = json.get<std::string>();
  return true;
}
bool read(const Json& json, Histogram& histogram) {
  if (!json.is_array()) return false;
  for (const Json& each : json) {
    std::int64_t value = 0;
    if (!each.is_array() || each.size() != 2 || !read(each[0], value) || !read(each[1], histogram[value])) return false;
  }
  return true;
}
bool read(const Json& json, Extreme& extreme) {
  if (json.is_null()) return true;
  extreme.is_set = true;
  return json.is_array() && json.size() == 3 && read(json[0], extreme.value) && read(json[1], extreme.then) &&
         read(json[2], extreme.game);
}
bool read(const Json& json, std::pair<std::string, std::string>& pair) {
  return json.is_array() && json.size() == 2 && read(json[0], pair.first) && read(json[1], pair.second);
}
bool read(const Json& json, Restriction& one) {
  std::string kind;
  if (!json.is_array() || json.size() != 3 || !read(json[0], kind) || (kind != "piece" && kind != "move")) return false;
  one.kind = kind == "piece" ? Restriction::Kind::piece : Restriction::Kind::move;
  return read(json[1], one.number) && read(json[2], one.seat);
}
bool read(const Json& json, GameEnd& end);
template <class T>
bool read(const Json& json, std::vector<T>& list) {
  if (!json.is_array()) return false;
  list.clear();
  for (const Json& each : json) {
    list.emplace_back();
    if (!read(each, list.back())) return false;
  }
  return true;
}

bool read(const Json& json, GameEnd& end) {
  return json.is_array() && json.size() == 4 && read(json[0], end.game) && read(json[1], end.plies) &&
         read(json[2], end.ending) && read(json[3], end.scores);
}

Error unreadable(const std::string& message, std::string_view file) {
  Error error;
  error.message = lang::presentable(message);
  error.help = "a study's file has the form that `glint study --out` writes";
  error.file = std::string(file);
  return error;
}

/// FNV-1a, over the names and texts of all sources.
std::uint64_t hash_of(const lang::Sources& sources) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  const auto take = [&](std::string_view text) {
    for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3u;
    hash = (hash ^ 0x100) * 0x100000001B3u;
  };
  for (std::uint32_t i = 0; i < sources.size(); ++i) take(sources.file(i).text);
  return hash;
}

}  // namespace

std::string text_of(const Restriction& restriction, const Game& game) {
  const rules::Rules& rules = game.program().rules;
  const auto number = static_cast<std::size_t>(restriction.number);
  std::string text = restriction.kind == Restriction::Kind::piece ? "piece:" + rules.kinds[number].name
                                                                  : "move:" + rules.moves[number].name;
  if (restriction.seat >= 0) text += "@" + rules.players[static_cast<std::size_t>(restriction.seat)].name;
  return text;
}

StudyHeader header_of(const Game& game, std::string name, const StudyPlan& plan) {
  StudyHeader header;
  header.game = std::move(name);
  header.rules = lang::hexadecimal(game.rules_hash());
  header.script = lang::hexadecimal(hash_of(*game.program().sources));
  for (const OptionInfo& option : game.options()) header.options.emplace_back(option.name, option.value);
  header.seats = game.players();
  header.plan = plan;
  return header;
}

bool fits(const StudyPlan& plan, const Game& game) {
  const rules::Rules& rules = game.program().rules;
  if (plan.players.size() != game.players().size() || plan.games < 1 || plan.max_plies < 1 || plan.judge < 0)
    return false;
  return std::all_of(plan.without.begin(), plan.without.end(), [&](const Restriction& one) {
    const std::size_t known = one.kind == Restriction::Kind::piece ? rules.kinds.size() : rules.moves.size();
    return one.number >= 0 && static_cast<std::size_t>(one.number) < known && one.seat >= -1 &&
           one.seat < static_cast<int>(plan.players.size());
  });
}

std::string difference(const StudyHeader& one, const StudyHeader& other) {
  std::vector<Json> theirs;
  each_part_of(other, [&](const char*, const char*, const auto& part) { theirs.push_back(to_json(part)); });
  std::string found;
  std::size_t i = 0;
  each_part_of(one, [&](const char* key, const char* what, const auto& part) {
    const Json mine = to_json(part);
    const Json& their = theirs[i++];
    // The path of the script may differ from machine to machine.
    if (mine == their || !found.empty() || std::string_view(key) == "game") return;
    // Nobody knows a script by its hash.
    if (std::string_view(key) == "rules") {
      found = "the rules of their scripts differ; perhaps the script was changed in between";
      return;
    }
    if (std::string_view(key) == "script") {
      found =
          "their scripts differ, though not in the rules; perhaps comments, tests or line breaks were changed in "
          "between, and lines that are counted have moved";
      return;
    }
    found = std::string(what) + " " + mine.dump() + " in one and " + their.dump() + " in the other";
  });
  return found;
}

std::string changed_since(const StudyHeader& now, const StudyHeader& then) {
  if (now.script == then.script && now.rules == then.rules) return "";
  if (now.game != then.game && now.rules != then.rules) return "it is a study of `" + then.game + "`";
  return now.rules != then.rules
             ? "the script has changed since, and its rules with it"
             : "the script has changed since; its rules have not, but lines that are counted may have moved";
}

std::string write_part(const StudyPart& part) {
  Json json = Json::object();
  json["glint_study"] = kForm;
  each_part_of(part.header, [&](const char* key, const char*, const auto& value) { json[key] = to_json(value); });
  json["shard"] = Json::array({part.shard + 1, part.shards});
  json["done"] = part.done;
  Json tally = Json::object();
  each_part(part.tally, [&](const char* name, const auto& value) { tally[name] = to_json(value); });
  json["tally"] = std::move(tally);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<StudyPart> read_part(std::string_view text, std::string_view file_name) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return unreadable("this is no JSON: perhaps the file was cut off", file_name);
  if (!json.is_object() || !json.contains("glint_study")) return unreadable("this is no file of a study", file_name);
  if (json["glint_study"] != kForm) return unreadable("this file was written by another version of Glint", file_name);
  StudyPart part;
  std::string wrong;
  const auto take = [&](const Json& from, const std::string& key, auto& value) {
    if (!wrong.empty()) return;
    const auto found = from.find(key);
    if (found == from.end())
      wrong = "`" + key + "` is missing";
    else if (!read(*found, value))
      wrong = "`" + key + "` cannot be what it is here";
  };
  each_part_of(part.header, [&](const char* key, const char*, auto& value) { take(json, key, value); });
  std::vector<std::uint64_t> shard;
  take(json, "shard", shard);
  take(json, "done", part.done);
  if (wrong.empty() && (shard.size() != 2 || shard[0] < 1 || shard[0] > shard[1]))
    wrong = "`shard` must be two numbers";
  if (wrong.empty() && !(json.contains("tally") && json["tally"].is_object())) wrong = "`tally` is missing";
  if (wrong.empty()) each_part(part.tally, [&](const char* name, auto& value) { take(json["tally"], name, value); });
  if (wrong.empty()) {
    part.shard = shard[0] - 1;
    part.shards = shard[1];
    if (part.done > part.size()) wrong = "`done` is more than the games of this shard";
    if (part.done != part.tally.games) wrong = "`done` is not the number of games counted";
  }
  if (!wrong.empty()) return unreadable(wrong, file_name);
  return part;
}

}  // namespace glint
