#include "interpreter/game/record.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "interpreter/game/clock.hpp"
#include "interpreter/game/errors.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

using nlohmann::json;

/// Sets the place of an error to that of a byte in the text.
void locate(std::string_view text, std::size_t byte, Error& error) {
  byte = std::min(byte, text.size());
  error.line = 1;
  error.column = 1;
  for (std::size_t i = 0; i < byte; ++i) {
    if (text[i] == '\n') {
      ++error.line;
      error.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++error.column;
    }
  }
  error.end_line = error.line;
  error.end_column = error.column + 1;
}

Error not_a_record(std::string_view file_name, const std::string& message) {
  Error error;
  error.message = lang::presentable(message);
  error.file = std::string(file_name);
  error.help = "a record has the form that `glint play --json` prints";
  return error;
}

/// Reads the parts of a record and keeps the first error.
class Reader {
 public:
  Reader(const json& object, std::string_view file_name) : object_(object), file_(file_name) {}

  const std::optional<Error>& error() const { return error_; }

  void fail(const std::string& message) {
    if (!error_) error_ = not_a_record(file_, message);
  }

  std::string text(const char* key, bool required) {
    const json* value = find(key, required, &json::is_string, "a text");
    return value ? value->get<std::string>() : "";
  }

  std::uint64_t number(const char* key, std::uint64_t otherwise) {
    const json* value = find(key, false, &json::is_number_unsigned, "a whole number from 0");
    return value ? value->get<std::uint64_t>() : otherwise;
  }

  std::vector<std::optional<double>> times() {
    std::vector<std::optional<double>> times;
    for (const json& time : list("times", false)) {
      const bool good = time.is_null() || (time.is_number() && time.get<double>() >= 0);
      if (!good) {
        fail("time " + std::to_string(times.size() + 1) + " of the record is no number of seconds from 0, or null");
        break;
      }
      times.push_back(time.is_null() ? std::nullopt : std::optional(time.get<double>()));
    }
    return times;
  }

  Settings options() {
    Settings settings;
    if (const json* value = find("options", false, &json::is_object, "an object"))
      for (const auto& [name, setting] : value->items())
        settings.emplace_back(name, printed(setting, "option `" + name + "`"));
    return settings;
  }

  Settings draws() {
    Settings settings;
    for (const json& draw : list("draws", false)) {
      if (!draw.is_object() || !draw.contains("draw") || !draw["draw"].is_string() || !draw.contains("value")) {
        fail("a draw of the record is not {\"draw\": NAME, \"value\": VALUE}");
        break;
      }
      const std::string name = draw["draw"].get<std::string>();
      settings.emplace_back(name, printed(draw["value"], "draw `" + name + "`"));
    }
    return settings;
  }

  std::vector<std::string> moves() {
    std::vector<std::string> moves;
    for (const json& move : list("moves", true)) {
      if (!move.is_string()) {
        fail("move " + std::to_string(moves.size() + 1) + " of the record is not a text");
        break;
      }
      moves.push_back(move.get<std::string>());
    }
    return moves;
  }

 private:
  /// The value of a key, if it is of this kind; null if it is missing or wrong.
  const json* find(const char* key, bool required, bool (json::*is_right)() const noexcept, const char* kind) {
    const auto found = object_.find(key);
    if (found == object_.end() || found->is_null()) {
      if (required) fail(std::string("the record has no `") + key + "`");
      return nullptr;
    }
    if (((*found).*is_right)()) return &*found;
    fail(std::string("`") + key + "` of the record is not " + kind);
    return nullptr;
  }

  const json& list(const char* key, bool required) {
    static const json empty = json::array();
    const json* value = find(key, required, &json::is_array, "a list");
    return value ? *value : empty;
  }

  /// A value as a script writes it: from a text, a number, or true and false for on and off.
  std::string printed(const json& value, const std::string& what) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return value.dump();
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    fail(what + " of the record is neither a text nor a number");
    return "";
  }

  const json& object_;
  std::string_view file_;
  std::optional<Error> error_;
};

/// Whether lists and objects are nested deeper than in any record. Reading them could take far more memory than the
/// text.
bool is_deep(std::string_view text) {
  constexpr int kDeepest = 8;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_text = !in_text;
    } else if (!in_text && (c == '[' || c == '{')) {
      if (++depth > kDeepest) return true;
    } else if (!in_text && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

}  // namespace

Result<Record> read_record(std::string_view text, std::string_view file_name) {
  json object;
  if (is_deep(text)) return not_a_record(file_name, "this is not a record: its lists are nested too deep");
  try {
    object = json::parse(text);
  } catch (const json::parse_error& problem) {
    const bool cut = problem.byte >= text.size();
    Error error = not_a_record(file_name, text.empty() ? "the record is empty"
                                          : cut        ? "the record ends before it is complete: it was cut off"
                                                       : "the record is not JSON");
    if (!text.empty()) locate(text, problem.byte > 0 ? problem.byte - 1 : 0, error);
    return error;
  } catch (const json::exception&) {
    return not_a_record(file_name, "this is not a record: it has a number that is too large");
  }
  if (!object.is_object()) object = json{{"moves", nullptr}};
  Reader reader(object, file_name);
  if (reader.number("glint", 0) != 1) reader.fail("this is not a record: it does not begin with \"glint\": 1");
  Record record;
  record.game = reader.text("game", true);
  record.options = reader.options();
  record.rules = reader.text("rules", false);
  record.seed = reader.number("seed", 1);
  record.draws = reader.draws();
  record.position = reader.text("position", false);
  record.moves = reader.moves();
  record.times = reader.times();
  record.out_of_time = reader.text("out_of_time", false);
  record.result = reader.text("result", false);
  if (reader.error()) return *reader.error();
  return record;
}

std::string write_record(const Record& record) {
  nlohmann::ordered_json object;
  object["glint"] = 1;
  object["game"] = record.game;
  object["options"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : record.options) object["options"][name] = value;
  object["rules"] = record.rules;
  object["seed"] = record.seed;
  object["draws"] = nlohmann::ordered_json::array();
  for (const auto& [name, value] : record.draws) object["draws"].push_back({{"draw", name}, {"value", value}});
  if (!record.position.empty()) object["position"] = record.position;
  object["moves"] = record.moves;
  if (!record.times.empty()) {
    object["times"] = nlohmann::ordered_json::array();
    for (const auto& time : record.times) object["times"].push_back(time ? nlohmann::ordered_json(*time) : nullptr);
  }
  if (!record.out_of_time.empty()) object["out_of_time"] = record.out_of_time;
  object["result"] = record.result.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(record.result);
  return object.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Record record_of(const Game& game, std::string name, std::uint64_t seed) {
  Record record;
  record.game = std::move(name);
  for (const OptionInfo& option : game.options()) record.options.emplace_back(option.name, option.value);
  record.rules = lang::hexadecimal(game.rules_hash());
  record.seed = seed;
  return record;
}

namespace {

Error wrong_times(const std::string& message) { return plain_error(lang::Code::G0702, message); }

/// Ends the game because a player ran out of time, as the record says; refused if there was time left.
std::optional<Error> run_out(const Record& record, PlayClock& clock, Position& position) {
  const int mover = position.to_move();
  const std::string name = mover < 0 ? "" : position.game().players()[mover];
  if (name != record.out_of_time)
    return wrong_times("the record says that `" + record.out_of_time + "` ran out of time, but " +
                       (mover < 0 ? "the game is over before" : name + " is to move"));
  if (!record.times.back()) return wrong_times("the record does not say how long " + name + " took");
  const std::string left = clock.remaining(mover);
  if (clock.spend(mover, *record.times.back()))
    return wrong_times("the record says that " + name + " ran out of time, but there was time left: " + left);
  return position.forfeit();
}

}  // namespace

Result<Replayed> replay(const Game& game, const Record& record) {
  StartOptions options;
  options.seed = record.seed;
  options.draws = record.draws;
  Result<Position> start = record.position.empty() ? game.start(options) : game.read(record.position, options);
  if (!start) return start.errors();
  Replayed replayed{std::move(*start), 0, std::nullopt, {}};
  auto warn = [&](const std::string& message, const std::string& help) {
    Error warning;
    warning.is_warning = true;
    warning.message = message;
    warning.help = help;
    replayed.warnings.push_back(std::move(warning));
  };
  if (!record.rules.empty() && record.rules != lang::hexadecimal(game.rules_hash())) {
    warn("the rules have changed since this was recorded", "its moves are checked against the rules as they are now");
  }
  std::optional<PlayClock> clock;
  if (!record.times.empty() || !record.out_of_time.empty()) {
    const auto info = game.clock();
    if (!info) return wrong_times("the record keeps times, and this game is played without a clock");
    const std::size_t times = record.moves.size() + (record.out_of_time.empty() ? 0 : 1);
    if (record.times.size() != times)
      return wrong_times("the record has " + std::to_string(record.times.size()) + " times, and must have " +
                         std::to_string(times) + ": one for each move" +
                         (record.out_of_time.empty() ? "" : ", and the last one of the player who ran out of time"));
    clock.emplace(*info, game.players().size());
  }
  const std::vector<std::string> players = game.players();
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const int mover = replayed.position.to_move();
    replayed.error = replayed.position.play(record.moves[i]);
    if (replayed.error) break;
    if (clock && record.times[i] &&
        !clock->spend(mover, *record.times[i], clock->added_by(replayed.position.last_move()))) {
      replayed.error = wrong_times("by its times " + players[mover] + " was out of time before this move was made");
      break;
    }
    ++replayed.plies;
  }
  if (replayed.legal() && !record.out_of_time.empty()) replayed.error = run_out(record, *clock, replayed.position);
  return replayed;
}

}  // namespace glint
