#include "interpreter/lab/study/study_file.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/record/bounded_json.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/fnv.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

using Json = nlohmann::ordered_json;

/// A file begins with its form and its checksum, before anything that must be parsed.
constexpr std::string_view kMark = "{\"glint_study\":", kForm = "6", kChecksum = ",\"checksum\":\"";
constexpr std::size_t kDigits = 16, kDigitsAt = kMark.size() + kForm.size() + kChecksum.size();

/// Three lists for the largest boards have a million numbers each.
constexpr std::size_t kMostValues = std::size_t{1} << 22;
constexpr int kDeepest = 5;

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
  visit("bots", "the bots are", header.plan.players);
  visit("rotates", "changing seats is", header.plan.rotates);
  visit("seed", "the seed is", header.plan.seed);
  visit("games", "the number of games is", header.plan.games);
  visit("max_plies", "the ply limit is", header.plan.max_plies);
  visit("draws", "the fixed chance draws are", header.plan.draws);
  visit("evaluate", "the number of playouts that evaluate a position is", header.plan.playouts);
  visit("looks", "the number of times that --until checks the results is", header.plan.looks);
  visit("covered", "the number of games with coverage is", header.plan.covered);
  visit("without", "the restriction is", header.plan.without);
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
    std::uint64_t times = 0;
    if (!each.is_array() || each.size() != 2 || !read(each[0], value) || !read(each[1], times)) return false;
    if (!histogram.empty() && value <= histogram.rbegin()->first) return false;
    histogram.emplace_hint(histogram.end(), value, times);
  }
  return true;
}
bool read(const Json& json, Extreme& extreme) {
  if (json.is_null()) return true;
  extreme.is_set = true;
  return json.is_array() && json.size() == 3 && read(json[0], extreme.value) && read(json[1], extreme.then) && read(json[2], extreme.game);
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
  error.help = "`glint study --out FILE` writes study files";
  error.file = std::string(file);
  return error;
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

bool has_place_for_checksum(std::string_view text) {
  return text.size() > kDigitsAt + kDigits && text.substr(0, kMark.size()) == kMark && text.substr(kMark.size(), kForm.size()) == kForm &&
         text.substr(kMark.size() + kForm.size(), kChecksum.size()) == kChecksum;
}

/// The checksum of all bytes but its own digits.
std::string checksum_of(std::string_view text) {
  lang::Fnv hash;
  hash.bytes(text.substr(0, kDigitsAt));
  hash.bytes(text.substr(kDigitsAt + kDigits));
  return lang::hexadecimal(hash.value());
}

/// What is wrong with a text before it is parsed; empty if nothing is.
std::string wrong_with_text(std::string_view text) {
  if (text.empty()) return "the file is empty: no game has been saved in it yet";
  constexpr const char* kCut = "the file ends too early: perhaps it was truncated";
  if (text == kMark.substr(0, text.size())) return kCut;
  if (text.substr(0, kMark.size()) != kMark) return "this is not a study file";
  const std::string_view after = text.substr(kMark.size());
  const std::size_t digits = std::min(after.find_first_not_of("0123456789"), after.size());
  if (digits > 0 && digits < after.size() && after.substr(0, digits) != kForm)
    return "this file was written by another version of Glint";
  if (text.size() < 2 || text.substr(text.size() - 2) != "}\n") return kCut;
  if (!has_place_for_checksum(text) || text.substr(kDigitsAt, kDigits) != checksum_of(text))
    return "the file was changed after it was written: its checksum does not match";
  return {};
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

std::string difference(const StudyHeader& one, const StudyHeader& other) {
  std::vector<Json> theirs;
  each_part_of(other, [&](const char*, const char*, const auto& part) { theirs.push_back(to_json(part)); });
  std::string found;
  std::size_t i = 0;
  each_part_of(one, [&](const char* key, const char* what, const auto& part) {
    const Json mine = to_json(part);
    const Json& their = theirs[i++];
    // The script may have been moved.
    if (mine == their || !found.empty() || std::string_view(key) == "game") return;
    // Nobody knows a script by its hash.
    if (std::string_view(key) == "rules") {
      found = "the rules of their scripts differ; perhaps the script was changed in between";
      return;
    }
    if (std::string_view(key) == "script") {
      found = "their scripts differ, though not in the rules; perhaps comments, tests or line breaks were changed in "
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
  return now.rules != then.rules ? "the script has changed since, and its rules with it"
             : "the script has changed since; its rules have not, but lines that are counted may have moved";
}

std::string with_checksum(std::string text) {
  if (has_place_for_checksum(text)) text.replace(kDigitsAt, kDigits, checksum_of(text));
  return text;
}

std::string write_part(const StudyPart& part) {
  Json json = Json::object();
  each_part_of(part.header, [&](const char* key, const char*, const auto& value) { json[key] = to_json(value); });
  json["done"] = part.done;
  Json tally = Json::object();
  each_part(part.tally, [&](const char* name, const auto& value) { tally[name] = to_json(value); });
  json["tally"] = std::move(tally);
  const std::string content = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text(kMark);
  text.append(kForm).append(kChecksum).append(kDigits, '0').append("\",");
  text.append(content, 1).append("\n");
  return with_checksum(std::move(text));
}

Result<StudyPart> read_part(std::string_view text, std::string_view file_name) {
  if (const std::string wrong = wrong_with_text(text); !wrong.empty()) return unreadable(wrong, file_name);
  const BoundedJson<Json> bounded = parse_bounded<Json>(text, {kDeepest, kMostValues}, false);
  if (bounded.excess != BoundedJson<Json>::Excess::none)
    return unreadable(bounded.excess == BoundedJson<Json>::Excess::depth ? "this is not a study file: its lists are nested too deep"
                          : "this is not a study file: it has too many values",
                      file_name);
  const Json& json = bounded.json;
  if (!json.is_object()) return unreadable("this is not a study file: it is not JSON", file_name);
  StudyPart part;
  std::string wrong;
  const auto take = [&](const Json& from, const std::string& key, auto& value) {
    if (!wrong.empty()) return;
    const auto found = from.find(key);
    if (found == from.end())
      wrong = "`" + key + "` is missing";
    else if (!read(*found, value))
      wrong = "`" + key + "` cannot be read";
  };
  each_part_of(part.header, [&](const char* key, const char*, auto& value) { take(json, key, value); });
  take(json, "done", part.done);
  const std::uint64_t games = part.header.plan.games;
  if (wrong.empty() && (games < 1 || games > StudyPlan::kMostGames))
    wrong = "`games` is " + std::to_string(games) + ", and can be from 1 to " + std::to_string(StudyPlan::kMostGames);
  if (wrong.empty() && !(json.contains("tally") && json["tally"].is_object())) wrong = "`tally` is missing";
  if (wrong.empty()) each_part(part.tally, [&](const char* name, auto& value) { take(json["tally"], name, value); });
  if (wrong.empty()) {
    if (part.done > games)
      wrong = "`done` is " + std::to_string(part.done) + ", and the study has " + std::to_string(games) + " games";
    else if (part.done != part.tally.games)
      wrong = "`done` is " + std::to_string(part.done) + ", and `games` of `tally` " + std::to_string(part.tally.games);
  }
  if (!wrong.empty()) return unreadable(wrong, file_name);
  return part;
}

}  // namespace glint
