#include "interpreter/game/record/record.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <nlohmann/json.hpp>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/record/bounded_json.hpp"
#include "lang/source/source.hpp"
#include "lang/source/text.hpp"

namespace glint {
namespace {

constexpr double kLongest = 1e9;  // seconds of one decision: a record may hold any number

std::int64_t milliseconds(double seconds) { return seconds > 0 ? std::llround(std::min(seconds, kLongest) * 1000) : 0; }

/// "4:31"
std::string minutes(std::int64_t milliseconds) {
  const long long whole = std::max<std::int64_t>(0, milliseconds) / 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  return text;
}

using nlohmann::json;

/// Sets the place of an error to that of a byte in the text.
void locate(std::string_view text, std::size_t byte, Error& error) {
  lang::Sources sources;
  const auto [line, column] = sources.locate(sources.add({"", std::string(text)}), static_cast<std::uint32_t>(byte));
  error.line = error.end_line = static_cast<int>(line);
  error.column = static_cast<int>(column);
  error.end_column = error.column + 1;
}

Error not_a_record(std::string_view file_name, const std::string& message) {
  Error error = plain_error(message, "a record has the form that `glint play --json` prints");
  error.file = std::string(file_name);
  return error;
}

const json kEmpty = json::object();  // stands for what should be an object

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
    const json* value = find(key, false, &json::is_number_unsigned, "a whole number from 0 to 18446744073709551615");
    return value ? value->get<std::uint64_t>() : otherwise;
  }

  std::vector<std::optional<double>> times(const char* key = "times") {
    std::vector<std::optional<double>> times;
    for (const json& time : list(key, false)) {
      times.push_back(time.is_number() ? std::optional(time.get<double>()) : std::nullopt);
      if (!time.is_null() && !(times.back() >= 0))
        fail("time " + std::to_string(times.size()) +
             " of the record is neither a number of seconds, 0 or more, nor null");
    }
    return times;
  }

  /// The texts of an object, by their names; `each`: a word for one of them.
  Settings settings(const char* key, const std::string& each) {
    Settings settings;
    if (const json* value = find(key, false, &json::is_object, "an object"))
      for (const auto& [name, setting] : value->items())
        settings.emplace_back(name, printed(setting, each + " `" + name + "`"));
    return settings;
  }

  /// A branch leaves a line that is already known, and not after its end.
  std::vector<Branch> branches(std::size_t moves) {
    std::vector<std::size_t> ends = {moves};  // by line
    std::int64_t repeated = 0;
    std::vector<Branch> branches;
    each_of("branches", "a branch", [&](Reader& reader, const json& each) {
      Branch branch;
      branch.from = reader.count("from", ends.size() - 1);
      branch.at = reader.count("at", ends[static_cast<std::size_t>(branch.from)]);
      branch.moves = reader.moves();
      branch.times = reader.times();
      if (each.contains("draws")) branch.draws = reader.draws();
      if (!branch.times.empty() && branch.times.size() != branch.moves.size())
        reader.fail("a branch of the record has " + std::to_string(branch.moves.size()) + " moves and " +
                    std::to_string(branch.times.size()) + " times");
      if (reader.error_) return;
      ends.push_back(static_cast<std::size_t>(branch.at) + branch.moves.size());
      repeated += branch.at;
      if (repeated > kMostRepeated)
        fail("the branches of the record begin with more than " + std::to_string(kMostRepeated) + " moves of other lines");
      branches.push_back(std::move(branch));
    });
    return branches;
  }

  std::vector<Note> notes(std::size_t moves, const std::vector<Branch>& branches) {
    std::vector<Note> notes;
    each_of("notes", "a note", [&](Reader& reader, const json&) {
      Note note;
      note.line = reader.count("line", branches.size());
      const Branch* branch = note.line > 0 ? &branches[static_cast<std::size_t>(note.line) - 1] : nullptr;
      note.at = reader.count("at", branch ? static_cast<std::size_t>(branch->at) + branch->moves.size() : moves);
      note.text = reader.text("text", true);
      note.seat = reader.text("seat", false);
      notes.push_back(std::move(note));
    });
    return notes;
  }

  std::vector<Answered> answers() {
    std::vector<Answered> answers;
    each_of("answers", "an answer", [&](Reader& reader, const json&) {
      answers.push_back({reader.text("seat", false), reader.text("question", true), reader.text("answer", true)});
    });
    return answers;
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
      moves.push_back(move.is_string() ? move.get<std::string>() : "");
      if (!move.is_string()) fail("move " + std::to_string(moves.size()) + " of the record is not a text");
    }
    return moves;
  }

 private:
  /// Reads the objects of a list, until one has an error.
  void each_of(const char* key, const std::string& one, const auto& take) {
    for (const json& each : list(key, false)) {
      if (!each.is_object()) fail(one + " of the record is not an object");
      Reader reader(each.is_object() ? each : kEmpty, file_);
      take(reader, each);
      if (reader.error_ && !error_) error_ = reader.error_;
      if (error_) break;
    }
  }

  /// A whole number up to `most`, 0 if it is missing.
  int count(const char* key, std::size_t most) {
    const std::uint64_t number = this->number(key, 0);
    if (number <= most) return static_cast<int>(number);
    fail(std::string("`") + key + "` of the record is " + std::to_string(number) + ", but can be at most " +
         std::to_string(most));
    return 0;
  }

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

/// Lists and objects of a record are nested no deeper.
constexpr int kDeepest = 8;

using nlohmann::ordered_json;

ordered_json draws_json(const Settings& draws) {
  ordered_json list = ordered_json::array();
  for (const auto& [name, value] : draws) list.push_back({{"draw", name}, {"value", value}});
  return list;
}

ordered_json times_json(const std::vector<std::optional<double>>& times) {
  ordered_json list = ordered_json::array();
  for (const auto& time : times) list.push_back(time ? ordered_json(*time) : ordered_json());
  return list;
}

Error wrong_times(const std::string& message) {
  return plain_error(lang::Code::G0702, message,
                     "correct `times` in the record; without `times` and `out_of_time` it is replayed without a clock");
}

/// Ends the game because a player ran out of time, according to the record; refused if there was time left.
std::optional<Error> run_out(const Record& record, PlayClock& clock, Position& position) {
  position = asked_as(position, record.out_of_time);
  const int mover = position.to_move();
  const std::string name = mover < 0 ? "" : position.game().players()[mover];
  const std::string after =
      record.moves.empty() ? " before the first move" : " after move " + std::to_string(record.moves.size());
  if (name != record.out_of_time)
    return wrong_times("the record says that `" + record.out_of_time + "` ran out of time" + after + ", but " +
                       (mover < 0 ? "the game was already over" : name + " is to move"));
  if (!record.times.back()) return wrong_times("the record does not say how long " + name + " took" + after);
  const std::string left = clock.remaining(mover);
  if (clock.spend(mover, *record.times.back()))
    return wrong_times("the record says that " + name + " ran out of time" + after + ", but there was time left: " +
                       left);
  return position.forfeit();
}

}  // namespace

double counted_seconds(double seconds) { return static_cast<double>(milliseconds(seconds)) / 1000; }

PlayClock::PlayClock(const Game::ClockInfo& info, std::size_t players)
    : info_(info), reserve_(players, 1000 * info.reserve.value_or(0)), game_(1000 * info.whole_game.value_or(0)) {}

bool PlayClock::spend(int player, double seconds, std::int64_t added) {
  begin(player);
  const std::int64_t spent = milliseconds(seconds);
  bool in_time = true;
  if (info_.whole_game) {
    game_ -= spent;
    in_time = game_ >= 0;
  }
  if (info_.turn || info_.reserve) {
    std::int64_t& reserve = reserve_[player];
    reserve += 1000 * added;
    const std::int64_t left = turn_left(player);
    reserve -= std::max<std::int64_t>(0, spent - left);
    in_time = in_time && reserve >= 0;
    used_ = std::min(spent, left) + (player == lengthened_ ? used_ : 0);
    lengthened_ = added > 0 || player == lengthened_ ? player : -1;
  }
  return in_time;
}

std::int64_t PlayClock::added_by(std::string_view move) const {
  std::int64_t added = 0;
  for (const auto& one : info_.adds)
    if (one.first == move) added += one.second;
  return added;
}

std::vector<std::pair<std::string, std::int64_t>> PlayClock::left(int player, double seconds) const {
  PlayClock after = *this;
  after.spend(player, seconds);
  std::vector<std::pair<std::string, std::int64_t>> all;
  if (info_.turn) all.emplace_back("turn", turn_left(player) - milliseconds(seconds));
  if (info_.reserve) all.emplace_back("reserve", after.reserve_[player]);
  if (info_.whole_game) all.emplace_back("game", after.game_);
  return all;
}

std::string PlayClock::remaining(int player, double seconds) const {
  std::string text;
  for (const auto& [name, time] : left(player, seconds))
    text += (text.empty() ? "" : ", ") + name + " " + minutes(time);
  return text;
}

Position asked_as(const Position& position, const std::string& player) {
  const std::vector<std::string> players = position.game().players();
  Position at = position;
  while (at.to_move() >= 0 && players[at.to_move()] != player) {
    if (!PositionView(at).machine().node().together || at.play_listed(0) || at.chosen().empty()) return position;
  }
  return at;
}

Result<Record> read_record(std::string_view text, std::string_view file_name) {
  json object;
  try {
    BoundedJson<json> bounded = parse_bounded<json>(text, {kDeepest, text.size()}, true);
    if (bounded.excess != BoundedJson<json>::Excess::none)
      return not_a_record(file_name, "this is not a record: its lists are nested too deep");
    object = std::move(bounded.json);
  } catch (const json::parse_error& problem) {
    const bool cut = problem.byte >= text.size();
    Error error = not_a_record(file_name, text.empty() ? "the record is empty"
                                          : cut        ? "the record is incomplete: it was cut off"
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
  record.options = reader.settings("options", "option");
  record.rules = reader.text("rules", false);
  record.seed = reader.number("seed", 1);
  record.draws = reader.draws();
  record.position = reader.text("position", false);
  record.moves = reader.moves();
  record.times = reader.times();
  record.out_of_time = reader.text("out_of_time", false);
  record.result = reader.text("result", false);
  record.branches = reader.branches(record.moves.size());
  record.notes = reader.error() ? std::vector<Note>() : reader.notes(record.moves.size(), record.branches);
  record.seats = reader.settings("seats", "seat");
  record.names = reader.settings("names", "name");
  record.thought = reader.times("thought");
  record.answers = reader.answers();
  if (reader.error()) return *reader.error();
  return record;
}

std::string write_record(const Record& record) {
  ordered_json object;
  object["glint"] = 1;
  object["game"] = record.game;
  object["options"] = ordered_json::object();
  for (const auto& [name, value] : record.options) object["options"][name] = value;
  object["rules"] = record.rules;
  object["seed"] = record.seed;
  object["draws"] = draws_json(record.draws);
  if (!record.position.empty()) object["position"] = record.position;
  object["moves"] = record.moves;
  if (!record.times.empty()) object["times"] = times_json(record.times);
  if (!record.out_of_time.empty()) object["out_of_time"] = record.out_of_time;
  object["result"] = record.result.empty() ? ordered_json() : ordered_json(record.result);
  // The parts that only games of people have.
  for (const Branch& branch : record.branches) {
    ordered_json line = {{"from", branch.from}, {"at", branch.at}, {"moves", branch.moves}};
    if (!branch.times.empty()) line["times"] = times_json(branch.times);
    if (branch.draws) line["draws"] = draws_json(*branch.draws);
    object["branches"].push_back(std::move(line));
  }
  for (const Note& note : record.notes) {
    object["notes"].push_back({{"line", note.line}, {"at", note.at}, {"text", note.text}});
    if (!note.seat.empty()) object["notes"].back()["seat"] = note.seat;
  }
  for (const auto& [player, program] : record.seats) object["seats"][player] = program;
  for (const auto& [player, name] : record.names) object["names"][player] = name;
  if (!record.thought.empty()) object["thought"] = times_json(record.thought);
  for (const auto& [seat, question, answer] : record.answers)
    object["answers"].push_back({{"seat", seat}, {"question", question}, {"answer", answer}});
  return object.dump(2, ' ', true, json::error_handler_t::replace) + "\n";
}

Record record_of(const Game& game, std::string name, std::uint64_t seed) {
  Record record;
  record.game = std::move(name);
  for (const OptionInfo& option : game.options()) record.options.emplace_back(option.name, option.value);
  record.rules = lang::hexadecimal(game.rules_hash());
  record.seed = seed;
  return record;
}

Result<Replayed> replay(const Game& game, const Record& record) {
  const StartOptions options{.seed = record.seed, .draws = record.draws};
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
  if (!record.rules.empty() && record.rules != lang::hexadecimal(game.rules_hash()))
    warn("the rules have changed since this was recorded", "its moves are checked against the rules as they are now");
  std::optional<PlayClock> clock;
  if (!record.times.empty() || !record.out_of_time.empty()) {
    const auto info = game.clock();
    if (!info) return wrong_times("the record has times, but this game has no clock");
    const std::size_t times = record.moves.size() + (record.out_of_time.empty() ? 0 : 1);
    if (record.times.size() != times)
      return wrong_times("the record has " + std::to_string(record.times.size()) + " times, but needs " +
                         std::to_string(times) + ": one for each move" +
                         (record.out_of_time.empty() ? "" : ", and one for the player who ran out of time"));
    clock.emplace(*info, game.players().size());
  }
  const std::vector<std::string> players = game.players();
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const int mover = replayed.position.to_move();
    replayed.error = replayed.position.play(record.moves[i]);
    if (replayed.error) break;
    if (clock) clock->begin(mover);
    if (clock && record.times[i] &&
        !clock->spend(mover, *record.times[i], clock->added_by(replayed.position.last_move()))) {
      replayed.error = wrong_times("by the times of the record, " + players[mover] + " ran out of time before move " +
                                   std::to_string(i + 1) + ", `" + record.moves[i] + "`");
      break;
    }
    ++replayed.plies;
  }
  if (replayed.legal() && !record.out_of_time.empty()) replayed.error = run_out(record, *clock, replayed.position);
  return replayed;
}

}  // namespace glint
