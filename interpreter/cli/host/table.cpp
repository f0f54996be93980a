#include "interpreter/cli/host/table.hpp"

#include <fcntl.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <random>
#include <stdexcept>

#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/http/door.hpp"
#include "interpreter/desk/protocol/playing.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/position/shown.hpp"
#include "interpreter/machine/machine.hpp"
#include "lang/diagnostics/diagnostic.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// What a request may change: the most bytes of its text (0: it has none), and the most requests of one person.
struct Kind {
  const char* name;
  std::size_t bytes;
  int most;
};
constexpr std::size_t kMostLines = 20'000, kLinesForMoves = 2'000;  // of a table
constexpr Kind kKinds[] = {{"move", 400, kMostLines}, {"undo", 0, 500},     {"name", 40, 20},
                           {"say", 500, 1'000},       {"note", 1'000, 200}, {"answer", 1'000, 50}};
constexpr std::size_t kMostId = 40, kTalkShown = 100;
constexpr std::uint64_t kMostListed = 2'000;  // moves in an answer

thread_local HostClock::time_point deadline = HostClock::time_point::max();

Reply no(int status, const std::string& error, const std::string& help = "") {
  return {status, view::json_line(Json{{"error", error}, {"help", help}})};
}

/// The text of a field: some bytes, and none that moves what is written around it. Nothing: it is none.
std::optional<std::string> text_in(const Json& body, const char* key, std::size_t most) {
  if (!body.contains(key) || !body[key].is_string()) return std::nullopt;
  std::string text = body[key];
  const auto is_plain = [](unsigned char c) { return c >= 0x20 && c != 0x7f; };
  if (text.empty() || text.size() > most || !std::all_of(text.begin(), text.end(), is_plain)) return std::nullopt;
  return text;
}

std::int64_t now_in_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

bool is_of(const Error& error, lang::Code code) { return error.code == lang::code_name(code); }

bool is_together(const Position& position) { return PositionView(position).machine().node().together; }

}  // namespace

Deadline::Deadline(std::chrono::milliseconds longest) { deadline = HostClock::now() + longest; }
Deadline::~Deadline() { deadline = HostClock::time_point::max(); }
std::function<bool()> Deadline::also_late(std::function<bool()> stop) {
  return [stop = std::move(stop)] { return HostClock::now() > deadline || (stop && stop()); };
}

// ---- the file

Json HostedTable::new_head(const HostRules& rules, const TablePlan& plan, const std::string& entrance) {
  std::random_device random;
  std::uint64_t seed = random();
  seed = seed << 32 | random();
  Record record = record_of(rules.game, rules.name, seed);
  record.seats = plan.bots;
  Json keys = Json::array();  // of the seats, of who watches, and of the host
  for (std::size_t i = 0; i < rules.game.players().size() + 2; ++i) keys.push_back(new_key());
  return {{"table", 1},
          {"record", Json::parse(write_record(record))},
          {"undo", plan.undo},
          {"clock", plan.has_clock},
          {"questions", plan.questions},
          {"keys", std::move(keys)},
          {"entrance", entrance},
          {"at", now_in_ms()}};
}

std::optional<std::string> HostedTable::misfit(const Json& head, const HostRules& rules) {
  if (head.value("table", Json()) != 1 || !head.contains("record")) return "it is no table";
  Result<Record> record = read_record(head["record"].dump(), "");
  if (!record) return "it is no table: " + record.errors().front().message;
  if (fs::path(record->game).filename() != fs::path(rules.name).filename()) return std::nullopt;
  Record mine = record_of(rules.game, rules.name, record->seed);
  if (record->rules != mine.rules) return "the rules were other ones when it began";
  for (Record* each : {&*record, &mine}) std::sort(each->options.begin(), each->options.end());
  return record->options == mine.options ? "" : "it has other options";
}

HostedTable::HostedTable(const HostRules& rules, std::string id, Journal journal, const std::vector<Json>& lines,
                         std::string& problem)
    : rules_(rules), id_(std::move(id)), players_(rules.game.players()), journal_(std::move(journal)) {
  std::size_t number = 0;
  const auto fail = [](const std::string& why) { throw std::runtime_error(why); };
  try {
    const Json& head = lines.at(number++);
    Result<Record> record = read_record(head.at("record").dump(), "");
    if (!record) fail(record.errors().front().message);
    record->game = rules.name;
    seed_ = record->seed;
    bots_ = record->seats;
    undo_ = head.at("undo");
    entrance_ = head.at("entrance");
    questions_ = head.at("questions").get<std::vector<std::string>>();
    for (std::size_t i = 0; i < players_.size() + 2; ++i) {
      const bool is_seat = i < players_.size();
      const int who = is_seat ? static_cast<int>(i) : i == players_.size() ? kWatcher : kHost;
      keys_.push_back({is_seat ? players_[i] : who == kHost ? "the host" : "who watches", head.at("keys").at(i), who});
      if (who == kWatcher) keys_.back().left *= 5;  // it is that of many
    }
    const Result<Position> start = rules.game.start({.seed = seed_});
    if (!start) fail(start.errors().front().message);
    is_secret_ = rules.game.has_secrets();
    for (const Node& node : rules.game.program().nodes) is_secret_ = is_secret_ || node.together;
    session_.emplace(*start, *record);
    if (const auto info = rules.game.clock(); info && head.at("clock")) session_->start_clock(*info);
    std::optional<std::vector<Asked>> all = asked_in(*start);
    if (!all) fail("the script was stopped");
    look(*std::move(all));
    for (; number < lines.size(); ++number)
      if (const Reply reply = apply(lines[number]); reply.status != 200)
        fail("line " + std::to_string(number + 1) + ": " + Json::parse(reply.json)["error"].get<std::string>());
  } catch (const std::runtime_error& error) {
    problem = error.what();
  } catch (const std::exception&) {  // of JSON, or of a list
    problem = "line " + std::to_string(number + 1) + " is none of a table";
  }
  is_lost_ = !problem.empty();
  keep_record(true);
}

// ---- who is asked

std::optional<std::vector<HostedTable::Asked>> HostedTable::asked_in(const Position& position) const {
  std::vector<Asked> all;
  if (position.over()) return all;
  const bool together = is_together(position);
  // Each choice is judged in the position before all of them, so any choice of those before will do.
  for (Position at = position;;) {
    all.push_back({at.to_move(), at});
    if (!together) return all;
    const std::optional<Error> error = at.play_listed(0);
    if (error && is_of(*error, lang::Code::G0614)) return std::nullopt;
    if (error || at.over() || at.chosen().empty()) return all;
  }
}

void HostedTable::look(std::vector<Asked> asked) {
  asked_ = std::move(asked);
  shown_.clear();
  listed_.clear();
  since_ = HostClock::now();
  ++turn_;
}

HostedTable::Asked* HostedTable::asked(int who) {
  const auto mine = std::find_if(asked_.begin(), asked_.end(), [&](const Asked& each) { return each.player == who; });
  return mine == asked_.end() || !mine->sealed.empty() ? nullptr : &*mine;
}

std::string HostedTable::bot_of(int player) const {
  for (const auto& [seat, bot] : bots_)
    if (seat == players_[static_cast<std::size_t>(player)]) return bot;
  return "";
}

std::optional<HostedTable::BotTurn> HostedTable::bot_turn() {
  const std::lock_guard lock(mutex_);
  if (is_lost_) return std::nullopt;
  for (Asked& each : asked_) {
    const std::string bot = bot_of(each.player);
    if (bot.empty() || each.is_given || !each.sealed.empty()) continue;
    each.is_given = true;
    return BotTurn{each.player, bot, each.at.detach(), turn_,
                   seed_of_game(seed_, turn_ * players_.size() + asked_.size())};
  }
  return std::nullopt;
}

// ---- what is seen

std::uint64_t HostedTable::wait(std::uint64_t known, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [&] { return version_ != known; });
  return version_;
}

std::string HostedTable::seat_for(const std::string& id, bool gives) {
  const std::lock_guard lock(mutex_);
  for (int player = 0; player < std::ssize(players_) && !is_lost_; ++player) {
    const std::string& key = keys_[static_cast<std::size_t>(player)].key;
    const auto given = done_.find(std::to_string(player) + " " + id);
    if (given != done_.end() && given->second == "sit ") return key;
    if (!gives || counts_.contains("sit" + std::to_string(player)) || !bot_of(player).empty()) continue;
    const Json line = {{"do", "sit"}, {"by", player}, {"id", id}, {"text", ""}, {"at", now_in_ms()}};
    is_lost_ = apply(line).status != 200 || journal_.add(line) != 0;
    changed_.notify_all();
    return is_lost_ ? "" : key;
  }
  return "";
}

Json HostedTable::summary() {
  const std::lock_guard lock(mutex_);
  Json seats = Json::array(), waits = Json::array();
  for (int player = 0; player < std::ssize(players_); ++player) {
    const std::string& seat = players_[static_cast<std::size_t>(player)];
    const auto name = names_.find(player);
    seats.push_back({{"seat", seat}, {"name", name == names_.end() ? Json() : Json(name->second)}});
    if (asked(player)) waits.push_back(seat);
  }
  return {{"table", id_},
          {"seats", seats},
          {"moves", plies_.size()},
          {"waits", waits},
          {"result", session_->position().outcome_text()}};
}

Reply HostedTable::view(int who) {
  const std::lock_guard lock(mutex_);
  return seen(who);
}

Reply HostedTable::seen(int who) {
  if (is_lost_) return no(507, "the table's file cannot be written", "the host has to start the server again");
  const Position& now = session_->position();
  const int viewer = now.over() ? -1 : who < 0 ? kNobody : who;
  auto shown = shown_.find(viewer);
  std::string fresh;
  if (shown == shown_.end()) {
    Json json = {{"board", desk::board(now, viewer, true, {.light = now.over()})}};
    if (!plies_.empty()) json["found"] = desk::found_json(session_->before(), plies_.back().move, viewer, true);
    fresh = view::json_line(json);
    if (!json["board"].contains("left_out")) shown_.emplace(viewer, fresh);  // else it may be there the next time
  }
  const std::string& board = shown == shown_.end() ? fresh : shown->second;
  Json seats = Json::array(), plies = Json::array(), said = Json::array(), notes = Json::array(), waits = Json::array();
  for (int player = 0; player < std::ssize(players_); ++player) {
    const auto name = names_.find(player);
    Json seat = {{"seat", players_[static_cast<std::size_t>(player)]},
                 {"name", name == names_.end() ? Json() : Json(name->second)}};
    if (const std::string bot = bot_of(player); !bot.empty()) seat["bot"] = bot;
    if (session_->has_clock()) seat["clock"] = session_->time_left(player, asked(player) ? seconds() : 0);
    if (asked(player)) waits.push_back(seat["seat"]);
    seats.push_back(std::move(seat));
  }
  const auto name_of = [&](int by) { return by < 0 ? Json() : Json(players_[static_cast<std::size_t>(by)]); };
  for (const Ply& ply : plies_) plies.push_back({{"by", name_of(ply.player)}, {"move", ply.move}});
  for (std::size_t i = said_.size() - std::min(said_.size(), kTalkShown); i < said_.size(); ++i)
    said.push_back({{"by", name_of(said_[i].who)}, {"text", said_[i].text}});
  for (const Remark& note : notes_)
    if (note.who == who) notes.push_back({{"after", note.after}, {"text", note.text}});
  Json json = {{"version", version_},
               {"turn", turn_},
               {"you",
                {{"role", who >= 0       ? "seat"
                          : who == kHost ? "host"
                                         : "watch"},
                 {"seat", name_of(who)}}},
               {"seats", std::move(seats)},
               {"waits", std::move(waits)},
               {"together", asked_.size() > 1},
               {"undo", to_undo(who) > 0},
               {"plies", std::move(plies)},
               {"said", std::move(said)},
               {"notes", std::move(notes)}};
  for (const Asked& each : asked_)
    if (each.player == who && !each.sealed.empty()) json["sealed"] = each.sealed;
  if (who >= 0 && now.over())
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      const auto answer = answers_.find({who, i});
      json["questions"].push_back(
          {{"question", questions_[i]}, {"answer", answer == answers_.end() ? Json() : Json(answer->second)}});
    }
  if (who == kHost && !unkept_.empty()) json["unkept"] = unkept_;
  std::string text = view::json_line(json);
  text.pop_back();
  return {200, text + ",\"shown\":" + board + "}"};
}

Reply HostedTable::moves(int who) {
  const std::lock_guard lock(mutex_);
  if (is_lost_) return seen(who);
  const Asked* mine = asked(who);
  if (!mine) return {200, view::json_line(Json{{"turn", turn_}, {"count", 0}, {"moves", Json::array()}})};
  auto listed = listed_.find(who);
  if (listed != listed_.end()) return {200, listed->second};
  std::vector<Error> errors;
  Json json = desk::moves_json(mine->at, who, {{"most", kMostListed}}, errors);
  if (!errors.empty()) return no(503, "the moves cannot be listed now", "type the move");
  json["turn"] = turn_;
  return {200, listed_[who] = view::json_line(json)};
}

// ---- the record

Json HostedTable::record_json() const {
  Json json = Json::parse(write_record(session_->record(!session_->over())));
  for (const auto& [player, name] : names_) json["names"][players_[static_cast<std::size_t>(player)]] = name;
  if (!session_->has_clock())
    for (const Ply& ply : plies_) json["thought"].push_back(bot_of(ply.player).empty() ? Json(ply.seconds) : Json());
  for (const Remark& note : notes_) {
    Json one = {{"line", 0}, {"at", std::min(note.after, plies_.size())}, {"text", note.text}};
    if (note.who >= 0) one["seat"] = players_[static_cast<std::size_t>(note.who)];
    json["notes"].push_back(std::move(one));
  }
  for (const auto& [of, answer] : answers_)
    json["answers"].push_back({{"seat", players_[static_cast<std::size_t>(of.first)]},
                               {"question", questions_.at(of.second)},
                               {"answer", answer}});
  return json;
}

void HostedTable::keep_record(bool unfinished) {
  if (!session_ || is_lost_ || (!session_->over() && (!unfinished || plies_.empty()))) return;
  const int problem = replace_at(AT_FDCWD, rules_.records + "/" + id_ + ".json", view::json_text(record_json()));
  unkept_ = problem == 0 ? "" : "the record cannot be written: " + reason(problem);
}

Reply HostedTable::record() {
  const std::lock_guard lock(mutex_);
  // Its seed says what chance will draw.
  if (!session_->over()) return no(403, "the record is there at the end of the game");
  Json json = record_json();
  json["game"] = fs::path(rules_.name).filename().string();
  return {200, view::json_line(json)};
}

// ---- what changes it

Reply HostedTable::change(int who, const std::string& what, const Json& body) {
  const auto kind =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& each) { return each.name == what; });
  const std::optional<std::string> id = text_in(body, "id", kMostId);
  const std::optional<std::string> text = kind->bytes == 0 ? "" : text_in(body, "text", kind->bytes);
  if (!id) return no(400, "a request that changes something has an `id` of 1 to 40 bytes");
  if (!text) return no(400, "`text` has 1 to " + std::to_string(kind->bytes) + " bytes, in one line");
  if (who == kWatcher) return no(403, "who watches changes nothing");
  if (who == kHost && (what == "move" || what == "name" || what == "answer"))
    return no(403, "this is for who has a seat");
  Json line = {{"do", what}, {"by", who}, {"id", *id}, {"text", *text}};
  for (const char* number : {"turn", "question"}) {
    if (!body.contains(number)) continue;
    if (!body[number].is_number_unsigned()) return no(400, std::string("`") + number + "` is a whole number");
    line[number] = body[number];
  }
  const std::lock_guard lock(mutex_);
  if (is_lost_) return seen(who);
  if (const auto known = done_.find(std::to_string(who) + " " + *id); known != done_.end()) {
    if (known->second == what + " " + *text) return seen(who);
    return no(409, "a request with this `id` was another one");
  }
  const bool is_of_turn = what == "move" || what == "undo";
  if (is_of_turn && line.value("turn", Json()) != turn_)
    return no(409, "the game has gone on", "look at the board again");
  if (version_ >= kMostLines - (what == "move" ? 0 : kLinesForMoves) ||
      counts_[what + std::to_string(who)] >= kind->most)
    return no(403, "this is enough of that at this table");
  line.update({{"seconds", seconds()}, {"at", now_in_ms()}});
  if (Reply reply = apply(line); reply.status != 200) return reply;
  if (const int problem = journal_.add(line); problem != 0) {
    is_lost_ = true;
    return seen(who);
  }
  changed_.notify_all();
  keep_record(false);
  return seen(who);
}

Reply HostedTable::apply(const Json& line) {
  const std::string what = line.at("do"), text = line.at("text"), id = line.at("id");
  const int who = line.at("by");
  if (who < kHost || who >= std::ssize(players_)) return no(400, "there is no such player");
  if (what == "move") {
    if (Reply reply = move(who, text, line.at("seconds")); reply.status != 200) return reply;
  } else if (what == "undo") {
    std::size_t count = to_undo(who);
    if (count == 0) return no(403, "this move is not yours to take back");
    for (; count > 0; --count, plies_.pop_back()) session_->undo();
    look(*asked_in(session_->position()));  // these games have no choices together, so no script is run
  } else if (what == "late") {
    if (!asked(who) || session_->out_of_time(line.at("seconds"))) return no(409, "nobody is late");
    look({});
  } else if (what == "name") {
    names_[who] = text;
  } else if (what == "answer") {
    const std::size_t question = line.value("question", questions_.size());
    if (!session_->over() || question >= questions_.size()) return no(409, "this is not asked now");
    answers_[{who, question}] = text;
  } else if (what != "sit") {
    (what == "say" ? said_ : notes_).push_back({who, plies_.size(), text});
  }
  done_[std::to_string(who) + " " + id] = what + " " + text;
  ++counts_[what + std::to_string(who)];
  ++version_;
  return {};
}

Reply HostedTable::move(int who, const std::string& text, double seconds) {
  if (session_->over()) return no(409, "the game is over");
  Asked* const mine = asked(who);
  if (!mine) return no(409, "it is not your turn");
  if (session_->is_late(who, seconds) && bot_of(who).empty()) return no(409, "your time is up");
  const auto refusal = [&](const Error& error) {
    // Its reasons may be what is hidden, or what players are to find.
    const bool is_told = !is_secret_ && (!must_find(mine->at) || found_cells(mine->at, text).empty());
    return is_told ? no(422, error.message, error.help) : no(422, "this move is not legal now");
  };
  // Where others still choose, the choice is sealed. If it is the last in the order of the seats, what is carried out
  // here is made up, and so are its errors.
  const auto waits = [&](const Asked& each) { return &each != mine && each.sealed.empty(); };
  if (std::any_of(asked_.begin(), asked_.end(), waits)) {
    const auto error = Position(mine->at).play(text);
    const bool is_of_choice = error && (mine != &asked_.back() || is_of(*error, lang::Code::G0601));
    if (is_of_choice || (error && is_of(*error, lang::Code::G0614))) return refusal(*error);
    mine->sealed = text;
    mine->seconds = seconds;
    return {};
  }
  std::vector<std::pair<Position, Ply>> made;
  Position at = session_->position();
  for (const Asked& each : asked_) {
    const std::string& chosen = &each == mine ? text : each.sealed;
    const Settings draws = at.draws();
    if (const auto error = at.play(chosen)) return refusal(*error);
    const bool stands = at.draws() != draws || binds(rules_.game, at.last_move());
    made.push_back({at, {each.player, chosen, &each == mine ? seconds : each.seconds, stands}});
  }
  std::optional<std::vector<Asked>> next = asked_in(at);
  if (!next) return no(503, "the script takes too long here", "try it again");
  for (auto& [position, ply] : made) {
    if (const auto error = session_->go_on(std::move(position), ply.move)) return no(507, error->message, error->help);
    if (bot_of(ply.player).empty()) session_->spend(ply.player, ply.seconds);
    plies_.push_back(std::move(ply));
  }
  look(*std::move(next));
  return {};
}

std::size_t HostedTable::to_undo(int who) const {
  if (undo_ == "none" || is_secret_ || who == kWatcher || session_->over()) return 0;
  std::size_t count = 0;
  do {
    if (count == plies_.size() || plies_[plies_.size() - 1 - count].stands) return 0;
    ++count;
  } while (!bot_of(plies_[plies_.size() - count].player).empty());
  return who == kHost || undo_ == "any" || plies_[plies_.size() - count].player == who ? count : 0;
}

void HostedTable::end_if_late() {
  const std::lock_guard lock(mutex_);
  if (is_lost_ || !session_->has_clock() || asked_.empty() || !bot_of(asked_[0].player).empty()) return;
  const double taken = seconds();
  if (!session_->is_late(asked_[0].player, taken)) return;
  const Json line = {{"do", "late"}, {"by", asked_[0].player}, {"id", std::to_string(turn_)},
                     {"text", ""},   {"seconds", taken},       {"at", now_in_ms()}};
  if (apply(line).status != 200) return;
  is_lost_ = journal_.add(line) != 0;
  changed_.notify_all();
  keep_record(false);
}

}  // namespace glint::cli
