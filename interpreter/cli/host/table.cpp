#include "interpreter/cli/host/table.hpp"

#include <algorithm>
#include <memory>
#include <random>

#include "interpreter/cli/http/door.hpp"
#include "interpreter/game/record/record.hpp"

namespace glint::cli {
namespace {

constexpr std::size_t kMostMove = 400, kMostName = 40, kMostSaid = 500, kMostId = 40;  // bytes
constexpr std::size_t kMostLines = 20'000, kMostTalk = 2'000, kTalkShown = 100;        // of a table
constexpr std::uint64_t kMostListed = 2'000;                                           // moves in an answer

Reply no(int status, const std::string& error, const std::string& help = "") {
  return {status, Json{{"error", error}, {"help", help}}};
}

/// The text of a field: some bytes, and none that moves what is written around it. Nothing: it is none.
std::optional<std::string> text_in(const Json& body, const char* key, std::size_t most) {
  if (!body.contains(key) || !body[key].is_string()) return std::nullopt;
  std::string text = body[key];
  const auto is_plain = [](unsigned char c) { return c >= 0x20 && c != 0x7f; };
  if (text.empty() || text.size() > most || !std::all_of(text.begin(), text.end(), is_plain)) return std::nullopt;
  return text;
}

/// Whether the sender has seen so many moves.
bool is_after(const Json& body, std::size_t count) {
  return body.contains("after") && body["after"].is_number_unsigned() && body["after"] == count;
}

std::string hash_text(const Referee& referee) { return record_of(referee.game(), referee.name(), 0).rules; }

Json options_json_of(const Settings& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) json[name] = value;
  return json;
}

std::int64_t now_in_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace

// ---- the file

Json HostedTable::new_head(const Referee& referee, const std::string& undo) {
  std::random_device random;
  Json seats = Json::object();
  for (const std::string& player : referee.game().players()) seats[player] = new_key();
  std::uint64_t seed = random();
  seed = seed << 32 | random();
  return {{"table", 1},
          {"game", referee.name()},
          {"rules", hash_text(referee)},
          {"options", options_json_of(referee.options())},
          {"seed", seed},
          {"undo", undo},
          {"seats", std::move(seats)},
          {"watch", new_key()},
          {"host", new_key()},
          {"at", now_in_ms()}};
}

bool HostedTable::fits(const Json& head, const Referee& referee) {
  return head.value("table", Json()) == 1 && head.value("game", Json()) == referee.name() &&
         head.value("rules", Json()) == hash_text(referee) &&
         head.value("options", Json()) == options_json_of(referee.options());
}

std::unique_ptr<HostedTable> HostedTable::from_lines(Referee& referee, Journal journal, const std::vector<Json>& lines,
                                                     std::string& problem) {
  std::unique_ptr<HostedTable> it(new HostedTable(referee, std::move(journal)));
  std::size_t number = 1;
  try {
    const Json& head = lines.at(0);
    it->undo_ = head.at("undo");
    it->seed_ = head.at("seed");
    const std::vector<std::string> players = referee.game().players();
    for (std::size_t i = 0; i < players.size(); ++i)
      it->keys_.push_back({players[i], head.at("seats").at(players[i]), {Guest::Role::seat, static_cast<int>(i)}});
    it->keys_.push_back({"watch", head.at("watch"), {Guest::Role::watch}});
    it->keys_.push_back({"host", head.at("host"), {Guest::Role::host}});
    Result<Position> start = referee.start(it->seed_);
    if (!start) return problem = start.error_text(), nullptr;
    it->positions_.push_back(*std::move(start));
    for (; number < lines.size(); ++number) {
      const Json& line = lines[number];
      if (!line.contains("move")) {
        it->apply(line, std::nullopt);
        continue;
      }
      Result<Position> next = referee.after(it->now(), line["move"]);
      if (!next) return problem = "line " + std::to_string(number + 1) + ": " + next.errors().front().message, nullptr;
      it->apply(line, *std::move(next));
    }
  } catch (const Json::exception&) {
    return problem = "line " + std::to_string(number) + " is none of a table", nullptr;
  }
  return it;
}

void HostedTable::apply(const Json& line, std::optional<Position> next) {
  const std::string by = line.at("by");
  if (next) {
    const auto mover = std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.words == by; });
    plies_.emplace_back(mover == keys_.end() ? kNobody : mover->guest.player, line.at("move"));
    positions_.push_back(*std::move(next));
  } else if (line.contains("back") && !plies_.empty()) {
    plies_.pop_back();
    positions_.pop_back();
  }
  if (next || line.contains("back")) shown_.clear();
  if (line.contains("name")) names_[by] = line["name"];
  if (line.contains("say")) said_.emplace_back(by, line["say"]);
  done_.insert(by + " " + line.at("id").get<std::string>());
  ++version_;
}

Reply HostedTable::commit(const Guest& guest, const Json& body, Json line, std::optional<Position> next) {
  if (version_ >= kMostLines) return no(403, "this table is full");
  line.update({{"by", words_of(guest)}, {"id", body["id"]}, {"at", now_in_ms()}});
  if (const int problem = journal_.add(line); problem != 0)
    return no(507, "this cannot be kept: " + reason(problem), "try it again later; nothing was changed");
  apply(line, std::move(next));
  changed_.notify_all();
  return seen(guest);
}

std::string HostedTable::words_of(const Guest& guest) const {
  if (guest.role == Guest::Role::seat) return keys_[static_cast<std::size_t>(guest.player)].words;
  return guest.role == Guest::Role::host ? "host" : "watch";
}

std::vector<std::string> HostedTable::first_moves(std::size_t count) const {
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < count; ++i) moves.push_back(plies_[i].second);
  return moves;
}

// ---- what is seen

bool HostedTable::is_over() {
  const std::lock_guard lock(mutex_);
  return now().over();
}

std::uint64_t HostedTable::wait(std::uint64_t known, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [&] { return version_ != known; });
  return version_;
}

Reply HostedTable::view(const Guest& guest) {
  const std::lock_guard lock(mutex_);
  return seen(guest);
}

Reply HostedTable::seen(const Guest& guest) {
  auto shown = shown_.find(guest.player);
  if (shown == shown_.end()) {
    Json fresh = referee_.ask("glint/show", Json::object(), seed_, first_moves(plies_.size()), guest.player);
    shown = shown_.emplace(guest.player, std::move(fresh)).first;
  }
  const bool is_secret = referee_.is_secret() && !now().over();
  Json seats = Json::array(), plies = Json::array(), said = Json::array();
  for (const Key& key : keys_)
    if (key.guest.role == Guest::Role::seat) {
      const auto named = names_.find(key.words);
      seats.push_back({{"seat", key.words}, {"name", named == names_.end() ? Json() : Json(named->second)}});
    }
  for (const auto& [by, move] : plies_) {
    const bool is_hidden = is_secret && by != guest.player;
    plies.push_back({{"by", words_of({Guest::Role::seat, by})}, {"move", is_hidden ? Json() : Json(move)}});
  }
  for (std::size_t i = said_.size() - std::min(said_.size(), kTalkShown); i < said_.size(); ++i)
    said.push_back({{"by", said_[i].first}, {"text", said_[i].second}});
  const bool has_seat = guest.role == Guest::Role::seat;
  const char* const role = has_seat ? "seat" : guest.role == Guest::Role::host ? "host" : "watch";
  return {200, Json{{"version", version_},
                    {"you", {{"role", role}, {"seat", has_seat ? Json(words_of(guest)) : Json()}}},
                    {"seats", std::move(seats)},
                    {"undo", may_undo(guest)},
                    {"plies", std::move(plies)},
                    {"said", std::move(said)},
                    {"shown", shown->second}}};
}

Reply HostedTable::ask(const Guest& guest, const Json& body) {
  const std::lock_guard lock(mutex_);
  const std::string method = body.contains("method") && body["method"].is_string() ? body["method"] : Json("");
  const bool has_light = method == "glint/trace";
  if (!has_light && method != "glint/show" && method != "glint/moves" && method != "glint/why")
    return no(400, "`method` is glint/show, glint/moves, glint/why or glint/trace");
  std::size_t count = plies_.size();
  if (body.contains("after")) {
    if (!body["after"].is_number_unsigned() || body["after"] > count)
      return no(400, "`after` is a number of moves that were played");
    count = body["after"];
  }
  if (has_light && !now().over() && referee_.must_find(positions_[count]))
    return no(403, "players find the light of this game themselves");
  // What these fields may hold is the protocol's affair; no other field goes through.
  Json params = Json::object();
  for (const char* key : {"picture", "cell", "source", "picked", "first", "most"})
    if (body.contains(key)) params[key] = body[key];
  if (!params.contains("most") || !params["most"].is_number_unsigned() || params["most"] > kMostListed)
    params["most"] = kMostListed;
  Json json = referee_.ask(method, std::move(params), seed_, first_moves(count), guest.player);
  const int status = json.contains("error") ? 422 : 200;
  return {status, std::move(json)};
}

Reply HostedTable::record() {
  const std::lock_guard lock(mutex_);
  if (referee_.is_secret() && !now().over()) return no(403, "this game is secret until its end");
  Record record = record_of(referee_.game(), referee_.name(), seed_);
  record.draws = now().draws();
  record.moves = first_moves(plies_.size());
  record.result = now().outcome_text();
  return {200, Json::parse(write_record(record))};
}

// ---- what changes it

Reply HostedTable::change(const Guest& guest, const std::string& what, const Json& body) {
  const std::optional<std::string> id = text_in(body, "id", kMostId);
  if (!id) return no(400, "a request that changes something has an `id` of 1 to 40 bytes");
  const std::lock_guard lock(mutex_);
  if (done_.contains(words_of(guest) + " " + *id)) return seen(guest);
  if (what == "move") return move(guest, body);
  if (what == "undo") return undo(guest, body);
  return what == "name" ? name(guest, body) : say(guest, body);
}

Reply HostedTable::move(const Guest& guest, const Json& body) {
  const std::optional<std::string> move = text_in(body, "move", kMostMove);
  if (!move) return no(400, "`move` is the text of a move");
  if (guest.role != Guest::Role::seat) return no(403, "only who has a seat moves");
  if (now().over()) return no(409, "the game is over");
  if (!is_after(body, plies_.size())) return no(409, "the game has gone on", "look at the board again");
  if (now().to_move() != guest.player) return no(409, "it is not your turn");
  Result<Position> next = referee_.after(now(), *move);
  if (next) return commit(guest, body, {{"move", *move}}, *std::move(next));
  const Error& error = next.errors().front();
  // Its reasons may be what is hidden.
  if (referee_.is_secret() || referee_.is_found(now(), *move)) return no(422, "this move is not legal now");
  return no(422, error.message, error.help);
}

bool HostedTable::may_undo(const Guest& guest) {
  if (plies_.empty() || undo_ == "none" || referee_.is_secret() || guest.role == Guest::Role::watch) return false;
  if (guest.role == Guest::Role::seat && undo_ != "any" && plies_.back().first != guest.player) return false;
  return !referee_.stands(positions_[positions_.size() - 2], now());
}

Reply HostedTable::undo(const Guest& guest, const Json& body) {
  if (!is_after(body, plies_.size())) return no(409, "the game has gone on", "look at the board again");
  if (!may_undo(guest)) return no(403, "this move is not yours to take back");
  return commit(guest, body, {{"back", true}});
}

Reply HostedTable::name(const Guest& guest, const Json& body) {
  const std::optional<std::string> name = text_in(body, "name", kMostName);
  if (!name) return no(400, "a name has 1 to 40 bytes");
  if (guest.role != Guest::Role::seat) return no(403, "only who has a seat has a name");
  return commit(guest, body, {{"name", *name}});
}

Reply HostedTable::say(const Guest& guest, const Json& body) {
  const std::optional<std::string> text = text_in(body, "text", kMostSaid);
  if (!text) return no(400, "what is said has 1 to 500 bytes, in one line");
  if (guest.role == Guest::Role::watch) return no(403, "who watches is silent");
  if (said_.size() >= kMostTalk) return no(403, "enough was said at this table");
  return commit(guest, body, {{"say", *text}});
}

}  // namespace glint::cli
