#include "interpreter/cli/host/table.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <new>
#include <utility>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/http/door.hpp"
#include "interpreter/desk/protocol/playing.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/position/shown.hpp"
#include "interpreter/machine/machine.hpp"
#include "interpreter/players/player.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

/// What a request may change: the most bytes of its text (0: it has none), and the most requests of one person.
using Kind = std::pair<std::size_t, int>;
constexpr int kMostLines = 5'000, kLinesForMoves = 2'000;  // of a table
const std::map<std::string, Kind> kKinds = {
    {"move", {400, kMostLines}}, {"undo", {0, 300}},      {"name", {40, 20}},  {"say", {500, 500}},
    {"note", {1'000, 100}},      {"answer", {1'000, 50}}, {"join", {40, 200}}, {"free", {0, 100}},
    {"pause", {0, 100}},         {"resume", {0, 100}}};
constexpr std::size_t kTalkShown = 100, kMostListed = 2'000;
constexpr int kTries = 5;
constexpr std::chrono::seconds kKept{5};

thread_local HostClock::time_point deadline = HostClock::time_point::max();

/// Replaces a file, also after a power cut. The reason if that fails (an `errno`), else 0.
int write_there(const std::string& folder, const std::string& name, const std::string& text) {
  const Descriptor at(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const int problem = at < 0 ? errno : replace_at(at, name, text);
  return problem != 0 || fsync(at) == 0 ? problem : errno;
}

bool is_of(const Error& error, lang::Code code) { return error.code == lang::code_name(code); }

bool is_of_bot(const Json& ply) { return ply["seconds"].is_null(); }

/// Code points that nobody sees, from and to: blanks, and what only joins or changes others.
constexpr std::uint32_t kUnseen[][2] = {
    {0, 0x20},        {0x7f, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},   {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f}, {0x2800, 0x2800},
    {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff}};

/// The text of a field: so many bytes at most, none that moves what is written around it, and something to see.
constexpr std::size_t kMostId = 40;
std::string text_in(const Json& body, const char* key, std::size_t most) {
  const std::string text = body.contains(key) && body[key].is_string() ? body[key] : "";
  bool is_seen = false, is_plain = text.size() <= most;
  for (std::size_t at = 0, size = 0; at < text.size(); at += size) {
    size = std::max<std::size_t>(1, lang::utf8_length(std::string_view(text).substr(at)));
    const std::uint32_t code = lang::code_point_of(std::string_view(text).substr(at, size));
    const auto is_in = [code](const auto& range) { return range[0] <= code && code <= range[1]; };
    is_seen = is_seen || std::none_of(std::begin(kUnseen), std::end(kUnseen), is_in);
    is_plain = is_plain && code >= 0x20 && code != 0x7f;
  }
  if (!is_seen || !is_plain)
    throw HostRefusal{400, std::string("`") + key + "` has 1 to " + std::to_string(most) + " bytes, in one line"};
  return text;
}

HostRefusal of_script(const Error& error) {
  if (is_of(error, lang::Code::G0614)) return {503, "the script takes too long here", "try it again"};
  return {422, "the script fails here"};
}

}  // namespace

void set_deadline(std::chrono::milliseconds longest) { deadline = HostClock::now() + longest; }
std::function<bool()> also_late(std::function<bool()> stop) {
  return [stop = std::move(stop)] { return HostClock::now() > deadline || (stop && stop()); };
}

// ---- the file

Json HostedTable::new_file(const HostPlan& plan) {
  Record record = record_of(plan.game, plan.name, std::stoull(new_key().substr(0, 16), nullptr, 16));
  record.seats = plan.bots;
  Json file = {{"table", 1}, {"record", Json::parse(write_record(record))}, {"undo", plan.undo}, {"clock", plan.clock}};
  file["questions"] = plan.questions;
  // Of the seats, of who watches, and of the host.
  for (std::size_t i = 0; i < plan.game.players().size() + 2; ++i) file["keys"].push_back(new_key());
  file["lines"] = Json::array();
  return file;
}

std::optional<std::string> HostedTable::misfit(const Json& file, const HostPlan& plan) {
  Result<Record> record = read_record((file.is_object() ? file.value("record", Json()) : Json()).dump(), "");
  if (!record || file.value("table", Json()) != 1) return "it is no table";
  if (fs::path(record->game).stem() != fs::path(plan.name).stem()) return std::nullopt;
  Record mine = record_of(plan.game, plan.name, 0);
  if (record->rules != mine.rules) return "the rules were other ones when it began";
  for (Record* each : {&*record, &mine}) std::sort(each->options.begin(), each->options.end());
  return record->options == mine.options ? "" : "it has other options";
}

HostedTable::HostedTable(const HostPlan& plan, const std::string& id, Json file)
    : plan_(plan), id_(id), is_secret_(plan.game.has_secrets()), file_(std::move(file)) {
  seats_ = plies_ = said_ = Json::array();
  Json lines = Json::array();
  try {
    Record record = *read_record(file_.at("record").dump(), "");
    record.game = plan.name;
    for (const std::string& player : plan.game.players()) {
      seats_.push_back({{"seat", player}, {"name", nullptr}});
      for (const auto& [seat, bot] : record.seats)
        if (seat == player) seats_.back()["bot"] = bot;
      const int who = static_cast<int>(keys_.size());
      const std::string bot = seats_.back().value("bot", "");
      keys_.push_back({player, bot.empty() ? file_.at("keys").at(keys_.size()) : Json(""), bot, who, this});
      if (bot.empty()) awaited_.insert(who);
    }
    keys_.push_back({"who watches", file_["keys"].at(keys_.size()), "", kWatcher, this});
    keys_.push_back({"the host", file_["keys"].at(keys_.size()), "", kHost, this});
    for (const Node& node : plan.game.program().nodes) is_secret_ = is_secret_ || node.together;
    const Result<Position> start = plan.game.start({.seed = record.seed});
    if (!start) throw HostRefusal{422, start.errors().front().message};
    session_.emplace(*start, record);
    if (const auto info = plan.game.clock(); info && file_.value("clock", false)) session_->start_clock(*info);
    look(asked_in(*start));
    lines.swap(file_.at("lines"));
    for (const Json& line : lines) apply(line);
    if (file_.contains("spent") && file_["spent"].at(0) == turn_)
      before_ = std::max<double>(before_, file_["spent"].at(1));
  } catch (const HostRefusal& refusal) {
    throw HostRefusal{refusal.status, "change " + std::to_string(file_["lines"].size() + 1) + ": " + refusal.error};
  } catch (const Json::exception&) {
    throw HostRefusal{400, "change " + std::to_string(file_["lines"].size() + 1) + " is none of a table"};
  }
  keep_record();
}

// ---- who is asked

std::vector<HostedTable::Asked> HostedTable::asked_in(const Position& position) const {
  std::vector<Asked> all;
  const bool together = !position.over() && PositionView(position).machine().node().together;
  // Each choice is judged in the position before all of them, so any choice of those before will do.
  for (Position at = position; !at.over() && (all.empty() || !at.chosen().empty());) {
    all.push_back({at.to_move(), at});
    const std::optional<Error> error = together ? at.play_listed(0) : std::nullopt;
    if (error) throw of_script(*error);
    if (!together) break;
  }
  return all;
}

void HostedTable::look(std::vector<Asked> asked) {
  asked_ = std::move(asked);
  shown_.clear();
  listed_.clear();
  since_ = plan_.now();
  before_ = 0;
  ++turn_;
}

HostedTable::Asked* HostedTable::asked(int who) {
  const auto mine = std::find_if(asked_.begin(), asked_.end(), [&](const Asked& each) { return each.player == who; });
  return mine == asked_.end() || !mine->sealed.empty() ? nullptr : &*mine;
}

void HostedTable::mind(std::chrono::milliseconds longest) try {
  std::unique_lock lock(mutex_);
  auto mine = asked_.end();
  changed_.wait_for(lock, longest, [&] {
    mine = std::find_if(asked_.begin(), asked_.end(), [&](const Asked& each) {
      return is_bot(each.player) && each.sealed.empty() && each.tries < kTries && !is_lost_ && !is_paused_;
    });
    return mine != asked_.end();
  });
  if (mine == asked_.end()) return;
  const int player = mine->player;
  const std::string bot = seats_.at(static_cast<std::size_t>(player))["bot"];
  const Position at = mine->at.detach();
  Json body = {{"id", "bot " + std::to_string(turn_)}, {"turn", turn_}};
  const std::uint64_t number = (turn_ * seats_.size() + static_cast<std::uint64_t>(player)) * kTries;
  const std::uint64_t seed = seed_of_game(file_["record"]["seed"], number + static_cast<std::uint64_t>(mine->tries++));
  lock.unlock();
  set_deadline(std::chrono::hours(24));
  const auto made = make_player(bot, seed, plan_.game, {}, is_learned(bot) ? plan_.learned : JudgeMaker{});
  const auto choice = made ? (*made)->choose(at) : Result<std::uint64_t>(made.errors());
  const auto move = choice ? at.move(*choice) : Result<std::string>(choice.errors());
  if (!move && is_of(move.errors().front(), lang::Code::G0614)) return;  // the server ends
  if (!move) throw HostRefusal{500, move.errors().front().message};
  body["text"] = *move;
  set_deadline(kLongestAnswer);
  change(player, "move", body);
} catch (const HostRefusal& refusal) {  // 409: its turn is over, since somebody has taken a move back
  if (refusal.status != 409) plan_.warn("table " + id_ + ": a bot cannot move: " + refusal.error);
} catch (const std::bad_alloc&) {
  plan_.warn("table " + id_ + ": a bot has not enough memory");
}

// ---- the clock

double HostedTable::spent_at(HostClock::time_point when) const {
  return counted_seconds(before_ + (is_paused_ ? 0 : std::chrono::duration<double>(when - since_).count()));
}

PlayClock HostedTable::clock_of(const Asked& mine) const {
  PlayClock clock = *session_->clock();
  for (const Asked& each : asked_) {
    if (&each == &mine || each.sealed.empty()) break;  // the record has nothing of choices after one that is missing
    if (!is_bot(each.player)) clock.spend(each.player, each.seconds);
  }
  return clock;
}

Json HostedTable::clock_json() const {
  Json seats = Json::array();
  for (int who = 0; who < std::ssize(seats_); ++who) {
    if (is_bot(who)) continue;
    const auto mine = std::find_if(asked_.begin(), asked_.end(), [&](const Asked& each) { return each.player == who; });
    const bool is_asked = mine != asked_.end() && (runs_ || is_paused_), waits = is_asked && mine->sealed.empty();
    const double seconds = waits ? spent_at(plan_.now()) : is_asked ? mine->seconds : 0;
    seats.push_back({{"seat", name_of(who)}, {"runs", waits && runs_}});
    // What a sealed choice adds is not told: it would tell the choice.
    for (const auto& [name, left] : (is_asked ? clock_of(*mine) : *session_->clock()).left(who, seconds))
      seats.back()[name] = static_cast<double>(left) / 1000;
  }
  return seats;
}

bool HostedTable::is_out_of_time(const Asked& mine, HostClock::time_point when) {
  if (!runs_ || is_bot(mine.player) || !mine.sealed.empty() || !clock_of(mine).is_up(mine.player, spent_at(when)))
    return false;
  commit({{"do", "late"}, {"by", mine.player}, {"id", ""}, {"text", ""}}, when);
  return true;
}

void HostedTable::judge() try {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  const auto when = plan_.now();  // what came before is counted among those that wait
  if (!lock || coming_ > 0 || !runs_ || is_lost_ || asked_.empty()) return;
  if (std::any_of(asked_.begin(), asked_.end(), [&](const Asked& each) { return is_out_of_time(each, when); })) return;
  if (when - kept_ < kKept) return;
  kept_ = when;
  file_["spent"] = {turn_, spent_at(when)};
  write_there(plan_.folder, id_ + ".table", view::json_line(file_));  // else the clock loses a little
} catch (const HostRefusal&) {                                        // the script takes too long: it is tried again
} catch (const std::bad_alloc&) {
}

void HostedTable::run_out(int who, std::optional<double> seconds) {
  fails_ = session_->out_of_time(seconds, name_of(who)).has_value();
  look({});
}

// ---- what is seen

std::uint64_t HostedTable::wait(int who, std::uint64_t known, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [&] { return version_of(who) != known; });
  return version_of(who);
}

std::string HostedTable::result() {
  const std::lock_guard lock(mutex_);
  return session_->position().outcome_text();
}

std::string HostedTable::view(int who) {
  const std::lock_guard lock(mutex_);
  come(who);
  return seen(who);
}

void HostedTable::come(int who) {
  if (awaited_.erase(who) > 0 && awaited_.empty() && session_->has_clock() && !runs_ && !is_paused_ && !is_lost_)
    commit({{"do", "begin"}, {"by", who}, {"id", ""}, {"text", ""}}, plan_.now());
}

std::string HostedTable::seen(int who) {
  if (is_lost_) throw HostRefusal{507, "the table's file cannot be written", "the host has to start the server again"};
  const Position& now = session_->position();
  const int viewer = now.over() ? -1 : who < 0 ? kNobody : who;
  std::string board = shown_[viewer];
  if (board.empty()) {
    Json json = {{"board", desk::board(now, viewer, true, {.light = now.over(), .is_apart = true})}};
    if (!plies_.empty()) json["found"] = desk::found_json(session_->before(), plies_.back()["move"], viewer, true);
    if (now.over()) json["ending"] = desk::ending_json(now);
    board = view::json_line(json);
    if (!json["board"].contains("left_out")) shown_[viewer] = board;  // else it may be there the next time
  }
  Json json = {{"version", version_of(who)}, {"turn", turn_}, {"seats", seats_}, {"plies", plies_}, {"said", said_}};
  json["you"] = {{"role", who >= 0 ? "seat" : who == kHost ? "host" : "watch"}, {"seat", name_of(who)}};
  json["notes"] = notes_[who];
  json["undo"] = to_undo(who) > 0;
  json["together"] = asked_.size() > 1;
  json["fails"] = fails_;
  if (session_->has_clock() && !now.over()) json.update({{"clock", clock_json()}, {"paused", is_paused_}});
  if (!session_->late().empty()) json["out_of_time"] = session_->late();
  json["waits"] = json["away"] = Json::array();
  const std::shared_lock keys(keys_mutex);
  for (const Key& key : keys_)
    if (key.who >= 0 && key.bot.empty() && key.pages.empty()) json["away"].push_back(key.words);
  for (Json& ply : json["plies"]) ply = {{"by", ply["by"]}, {"move", ply["move"]}};  // nothing of what it drew
  for (const Asked& each : asked_) {
    if (each.sealed.empty()) json["waits"].push_back(name_of(each.player));
    if (each.player == who && !each.sealed.empty()) json["sealed"] = each.sealed;
  }
  if (who >= 0 && now.over()) json.update({{"questions", file_["questions"]}, {"answers", answers_[who]}});
  std::string text = view::json_line(json);
  text.back() = ',';
  return text + "\"shown\":" + board + "}";
}

std::string HostedTable::moves(int who) {
  const std::lock_guard lock(mutex_);
  come(who);
  const Asked* const mine = asked(who);
  if (!mine || is_lost_) return view::json_line(Json{{"turn", turn_}, {"count", 0}, {"moves", Json::array()}});
  if (!listed_[who].empty()) return listed_[who];
  std::vector<Error> errors;
  Json json = desk::moves_json(mine->at, who, {{"most", kMostListed}}, errors);
  if (!errors.empty()) throw HostRefusal{503, "the moves cannot be listed now", "type the move"};
  json["turn"] = turn_;
  return listed_[who] = view::json_line(json);
}

Record HostedTable::full_record() {
  Record record = session_->record();
  const auto seat_of = [&](int who) { return who < 0 ? std::string() : name_of(who).get<std::string>(); };
  for (const Json& seat : seats_)
    if (!seat["name"].is_null()) record.names.push_back({seat["seat"], seat["name"]});
  for (const Json& ply : session_->has_clock() ? Json::array() : plies_)
    record.thought.push_back(is_of_bot(ply) ? std::nullopt : std::optional(ply["seconds"].get<double>()));
  for (const auto& [who, notes] : notes_)
    for (const Json& note : notes) {
      const int at = std::min(note["after"].get<int>(), static_cast<int>(plies_.size()));
      record.notes.push_back({0, at, note["text"], seat_of(who)});
    }
  for (const auto& [who, answers] : answers_)
    for (std::size_t i = 0; i < answers.size(); ++i)
      if (!answers[i].is_null()) record.answers.push_back({seat_of(who), file_.at("questions").at(i), answers[i]});
  return record;
}

std::string HostedTable::record(int who) {
  const std::lock_guard lock(mutex_);
  if (who != kHost) throw HostRefusal{403, "this is not for your link"};
  if (!session_->over()) throw HostRefusal{409, "the game is not over"};
  return write_record(full_record());
}

void HostedTable::keep_record() {
  if (is_lost_ || !session_->over()) return;
  const int problem = write_there(plan_.records, id_ + ".json", write_record(full_record()));
  if (problem != 0) plan_.warn("the record of table " + id_ + " cannot be written: " + reason(problem));
}

// ---- of a class

Json HostedTable::summary() {
  const std::lock_guard lock(mutex_);
  Json json = {{"seats", seats_}, {"waits", Json::array()}, {"plies", plies_.size()}, {"fails", fails_ || is_lost_}};
  json["result"] = session_->position().outcome_text();
  for (const auto& [who, answers] : answers_) json["seats"][static_cast<std::size_t>(who)]["answers"] = answers;
  for (const Asked& each : asked_)
    if (each.sealed.empty()) json["waits"].push_back(name_of(each.player));
  return json;
}

std::string HostedTable::join(const Json& body, bool is_new) {
  Json line = {{"do", "join"}, {"by", 0}, {"id", text_in(body, "id", kMostId)}};
  line["text"] = text_in(body, "text", kKinds.at("join").first);
  const std::lock_guard lock(mutex_);
  const bool is_open = file_.contains("class") && !is_lost_ && !fails_ && !session_->over();
  for (int seat = 0; seat < std::ssize(seats_); ++seat) {
    const auto joined = joined_.find(seat);
    const bool is_free = is_open && !is_bot(seat) && joined == joined_.end();
    if (is_new ? !is_free : joined == joined_.end() || joined->second != line["id"]) continue;
    line["by"] = seat;
    if (is_new && is_done(line)) throw HostRefusal{409, "this seat was taken and made free", "load the page again"};
    if (is_new) commit(line, plan_.now());
    return keys_[static_cast<std::size_t>(seat)].key;
  }
  return "";
}

// ---- what changes it

std::string HostedTable::change(int who, const std::string& what, const Json& body) {
  const std::size_t bytes = kKinds.at(what).first;
  Json line = {{"do", what}, {"by", who}, {"id", text_in(body, "id", kMostId)}, {"text", ""}};
  if (bytes > 0) line["text"] = text_in(body, "text", bytes);
  const bool is_of_seat = what == "move" || what == "name" || what == "answer";
  if (who == kWatcher || (is_of_seat && who == kHost)) throw HostRefusal{403, "this is not for your link"};
  const bool has_turn = what == "move" || what == "undo";
  const std::string number = has_turn ? "turn" : what == "answer" ? "question" : what == "free" ? "seat" : "";
  if (!number.empty() && !(line[number] = body.value(number, Json())).is_number_unsigned())
    throw HostRefusal{400, "`" + number + "` is a whole number"};
  if (what == "free") line["key"] = new_key();
  ++coming_;
  const auto when = plan_.now();  // the time that it waits for other work is not the player's
  const std::lock_guard lock(mutex_);
  --coming_;
  come(who);
  if (is_done(line) || is_lost_) return seen(who);
  if (const Asked* const mine = what == "move" ? asked(who) : nullptr; mine && is_out_of_time(*mine, when))
    throw HostRefusal{409, "your time is over"};
  commit(std::move(line), when);
  return seen(who);
}

bool HostedTable::is_done(const Json& line) const {
  const Json& lines = file_.at("lines");
  int count = 0;
  for (const Json& done : lines) {
    if (done["by"] != line["by"]) continue;
    count += done["do"] == line["do"];
    if (done["id"] != line["id"]) continue;
    if (done["do"] == line["do"] && done["text"] == line["text"]) return true;
    throw HostRefusal{409, "a request with this `id` was another one"};
  }
  if (line.contains("turn") && line["turn"] != turn_)
    throw HostRefusal{409, "the game has gone on", "look at the board again"};
  if (std::ssize(lines) >= kMostLines - (line["do"] == "move" ? 0 : kLinesForMoves) ||
      count >= kKinds.at(line["do"]).second)
    throw HostRefusal{403, "this is enough of that at this table"};
  return false;
}

void HostedTable::commit(Json line, HostClock::time_point when) {
  using namespace std::chrono;
  line["seconds"] = session_->has_clock() && !runs_ ? 0 : spent_at(when);
  line["at"] = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  is_lost_ = true;  // if there is no memory for it
  try {
    apply(line);
  } catch (const HostRefusal& refusal) {
    is_lost_ = refusal.status == 507;
    throw;
  }
  // Nobody sees the change before it is on the disk.
  const int problem = write_there(plan_.folder, id_ + ".table", view::json_line(file_));
  is_lost_ = problem != 0;
  if (is_lost_) plan_.warn("table " + id_ + " cannot be written, and is shut until the next start: " + reason(problem));
  changed_.notify_all();
  keep_record();
}

void HostedTable::apply(const Json& line) {
  const std::string what = line.at("do"), text = line.at("text");
  const int who = line.at("by");
  if (who < kHost || who >= std::ssize(seats_)) throw HostRefusal{400, "there is no such player"};
  if (what == "move") {
    move(who, text, line.at("seconds"));
  } else if (what == "begin") {
    runs_ = true;
    since_ = plan_.now();
  } else if (what == "late") {
    std::vector<Made> made;
    if (const auto error = carry_out(made)) throw of_script(*error);
    make(std::move(made), {});
    if (!session_->over() && !fails_) run_out(who, line.at("seconds"));
  } else if (what == "undo") {
    std::size_t count = to_undo(who);
    if (count == 0) throw HostRefusal{403, "this move is not yours to take back"};
    for (; count > 0; --count, plies_.erase(plies_.size() - 1)) session_->undo();
    look(asked_in(session_->position()));  // nothing is chosen together here, so no script is run
  } else if (what == "name" || what == "join") {
    if (what == "join") joined_[who] = line.at("id");
    seats_.at(static_cast<std::size_t>(who))["name"] = text;
  } else if (what == "answer") {
    const std::size_t question = line.at("question");
    if (!session_->over() || question >= file_["questions"].size()) throw HostRefusal{409, "this is not asked now"};
    answers_[who][question] = text;
  } else if (what == "free") {
    const int seat = line.at("seat");
    if (who != kHost) throw HostRefusal{403, "this is not for your link"};
    if (session_->over() || joined_.erase(seat) == 0) throw HostRefusal{409, "nobody sits there, or the game is over"};
    seats_[static_cast<std::size_t>(seat)]["name"] = nullptr;
    notes_.erase(seat);
    awaited_.insert(seat);
    runs_ = is_paused_ = false;  // the clock waits for whoever sits there next
    before_ = 0;
    const std::lock_guard alone(keys_mutex);
    Key& key = keys_[static_cast<std::size_t>(seat)];
    key.key = line.at("key");  // who has the old one plays there no more
    key.pages.clear();
  } else if (what == "pause" || what == "resume") {
    if (who != kHost) throw HostRefusal{403, "this is not for your link"};
    if (session_->over() || !(what == "pause" ? runs_ : is_paused_))
      throw HostRefusal{409, what == "pause" ? "no clock runs here" : "the game is not paused"};
    if (what == "pause") before_ = line.at("seconds");
    since_ = plan_.now();
    runs_ = what == "resume";
    is_paused_ = !runs_;
  } else if (what == "say") {
    said_.push_back({{"by", name_of(who)}, {"text", text}});
    if (said_.size() > kTalkShown) said_.erase(0);
  } else if (what == "note") {
    notes_[who].push_back({{"after", plies_.size()}, {"text", text}});
  }
  file_["lines"].push_back(line);
  ++(what == "note" || what == "answer" ? own_[who] : shared_);
}

void HostedTable::move(int who, const std::string& text, double seconds) {
  if (session_->over()) throw HostRefusal{409, "the game is over"};
  Asked* const mine = asked(who);
  if (!mine) throw HostRefusal{409, "it is not your turn"};
  if (is_paused_) throw HostRefusal{409, "the host has paused the game"};
  const auto refuse = [&](const Error& error) {
    if (is_of(error, lang::Code::G0614)) throw of_script(error);
    // Its reasons may be what is hidden, or what players are to find.
    if (is_secret_ || (must_find(mine->at) && !found_cells(mine->at, text).empty()))
      throw HostRefusal{422, "this move is not legal now"};
    throw HostRefusal{422, error.message, error.help};
  };
  // Where several choose, whether the choice is legal does not depend on theirs, and then it is sealed: who could
  // choose again would find out theirs. If the choice is the last in the order of the seats, the choices carried out
  // here are made up, and so are their errors. An error of the script may also tell what is hidden: so it stands, too.
  const bool stands = asked_.size() > 1 || plan_.game.has_secrets();
  const auto error = stands ? Position(mine->at).play(text) : std::nullopt;
  if (error && (mine != &asked_.back() || is_of(*error, lang::Code::G0601) || is_of(*error, lang::Code::G0614)))
    refuse(*error);
  mine->sealed = text;
  mine->seconds = seconds;
  if (std::any_of(asked_.begin(), asked_.end(), [](const Asked& each) { return each.sealed.empty(); })) return;
  std::vector<Made> made;
  std::vector<Asked> next;
  try {
    if (const auto wrong = carry_out(made)) refuse(*wrong);
    next = asked_in(made.back().first);
  } catch (const HostRefusal& refusal) {
    fails_ = stands && refusal.status != 503;
    if (fails_) return;
    mine->sealed.clear();
    throw;
  }
  make(std::move(made), std::move(next));
}

std::optional<Error> HostedTable::carry_out(std::vector<Made>& made) const {
  Position at = session_->position();
  for (auto each = asked_.begin(); each != asked_.end() && !each->sealed.empty(); ++each) {
    const Settings draws = at.draws();
    if (auto error = at.play(each->sealed)) return error;
    made.push_back({at, {{"by", name_of(each->player)}, {"move", each->sealed}, {"seconds", nullptr}}});
    if (!is_bot(each->player)) made.back().second["seconds"] = each->seconds;
    // Who takes it back would know more.
    if (at.draws() != draws || binds(plan_.game, at.last_move())) made.back().second["stands"] = true;
  }
  return std::nullopt;
}

void HostedTable::make(std::vector<Made> made, std::vector<Asked> next) {
  for (auto& [position, ply] : made) {
    const int player = session_->position().to_move();
    if (const auto error = session_->go_on(std::move(position), ply["move"])) throw HostRefusal{507, error->message};
    if (runs_ && !is_of_bot(ply) && !session_->spend(player, ply["seconds"])) return run_out(player, {});
    plies_.push_back(std::move(ply));
  }
  look(std::move(next));
}

std::size_t HostedTable::to_undo(int who) const {
  const std::string undo = file_.at("undo");
  // Where the clock runs, a move that is taken back would bring its time back.
  if (undo == "none" || is_secret_ || session_->has_clock() || who == kWatcher || session_->over()) return 0;
  for (std::size_t count = 1; count <= plies_.size(); ++count) {
    const Json& ply = plies_[plies_.size() - count];
    if (ply.contains("stands")) return 0;
    if (is_of_bot(ply)) continue;
    return who == kHost || undo == "any" || ply["by"] == name_of(who) ? count : 0;
  }
  return 0;
}

}  // namespace glint::cli
