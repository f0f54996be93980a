// The requests `glint/...` that help players: why a cell cannot be picked, and which move a bot would play. README.md
// lists their fields.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interpreter/desk/protocol/playing.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/game/position/shown.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/stop.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

namespace {

constexpr int kMostSeconds = 86'400;  // for one move

/// The result of picking a cell for a move.
struct Picked {
  std::string move, pick;      // names in the script
  std::string text;            // the move that was tried
  std::optional<Error> error;  // the refusal; nothing: it is legal
};

constexpr std::uint64_t kMostLooked = 2000;  // moves in which the cell is tried, and of these
constexpr std::size_t kMostTried = 24;       // for each move and pick; and as many of moves that begin in another way

/// The statements of a move by their lines, including those of the effects that it calls.
struct Course {
  using Line = std::pair<std::string, int>;
  std::map<Line, int> order;   // in which the lines come
  std::set<Line> later_picks;  // lines of the picks that come after this many others

  Course(const Program& program, int move, std::size_t others) {
    std::size_t picks = 0;
    std::set<int> called;
    const auto collect = [&](const auto& self, const rules::Block& block) -> void {
      for (const rules::Stmt& stmt : block) {
        const Line line{program.sources->file(stmt.span.file).name,
                        static_cast<int>(program.sources->locate(stmt.span.file, stmt.span.begin).line)};
        order.emplace(line, static_cast<int>(order.size()));
        if (stmt.kind == rules::StmtKind::pick && picks++ > others) later_picks.insert(line);
        if (stmt.kind == rules::StmtKind::call && called.insert(stmt.ref).second)
          self(self, program.rules.effects[static_cast<std::size_t>(stmt.ref)].body);
        self(self, stmt.body);
        self(self, stmt.other);
      }
    };
    collect(collect, program.rules.moves[static_cast<std::size_t>(move)].body);
  }
};

/// The part of a move that is tried, with the values of the picks so far.
struct Tries {
  std::string pick;  // its name
  std::vector<std::vector<Word>> picked;
  std::vector<std::string> texts;
  std::string legal;  // one that is listed

  void add(std::string text, std::size_t most) {
    if (texts.size() < most && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
  }
};

/// Tries the cell (its number) as the next pick, after picks with these values as they print: in legal moves that begin
/// so, the cell takes the place of what was picked there; what is picked later is also taken from moves that begin in
/// another way. Returns, for each move and pick, a legal move, or else the statement that refused the attempt that came
/// furthest: the last one in the move, because all before it were passed. Later picks are taken from other moves, so
/// refusals of them say less about this cell: they are returned only if there was no other refusal. A move that has no
/// legal run with this beginning is skipped.
std::vector<Picked> why_not(const Position& position, int cell, const std::vector<std::string>& picked) {
  const Program& program = position.game().program();
  const Result<std::vector<MoveParts>> parts = PositionView(position).parts(0, kMostLooked);
  if (!parts) return {};
  const std::size_t depth = picked.size();
  const auto begins_so = [&](const MoveParts& move) {
    return move.picks.size() > depth && std::equal(picked.begin(), picked.end(), move.picks.begin(),
                                                   [](const std::string& value, const MoveParts::Pick& pick) { return value == pick.value; });
  };
  std::map<int, Tries> tries;  // by the move's number
  Machine& machine = PositionView(position).machine();
  try {
    if (!list_moves(machine)) return {};
    for (std::uint64_t k = 0; k < parts->size(); ++k) {
      if (!begins_so((*parts)[k])) continue;
      ListedRun run = listed_run(machine, position.state(), k);
      const std::size_t pick = made_picks(program, run.move, run.picks)[depth];
      const rules::Type& type = program.moves[static_cast<std::size_t>(run.move)].picks[pick].type;
      if (type.base != rules::Base::cell || type.is_set) continue;
      Tries& mine = tries[run.move];
      const bool is_listed = run.picks[pick] == std::vector<Word>{static_cast<Word>(cell)};
      run.picks[pick] = {static_cast<Word>(cell)};
      if (is_listed && mine.legal.empty()) mine.legal = (*parts)[k].text;
      mine.add(print_move(machine, run.move, run.picks, true), kMostTried);
      mine.pick = (*parts)[k].picks[depth].name;
      mine.picked.assign(run.picks.begin(), run.picks.begin() + static_cast<std::ptrdiff_t>(pick + 1));
    }
    // A later pick may not fit this cell, although it fits in a move that begins in another way.
    const auto is_full = [](const auto& each) { return each.second.texts.size() >= 2 * kMostTried; };
    for (std::uint64_t k = 0; k < parts->size() && !std::all_of(tries.begin(), tries.end(), is_full); ++k) {
      if (begins_so((*parts)[k]) || (*parts)[k].picks.size() <= depth + 1) continue;
      ListedRun run = listed_run(machine, position.state(), k);
      const auto known = tries.find(run.move);
      if (known == tries.end()) continue;
      std::copy(known->second.picked.begin(), known->second.picked.end(), run.picks.begin());
      known->second.add(print_move(machine, run.move, run.picks, true), 2 * kMostTried);
    }
  } catch (const lang::Stopped&) {
    return {};
  }
  std::vector<Picked> all;
  for (const auto& [move, tried] : tries) {
    const std::string& name = program.rules.moves[static_cast<std::size_t>(move)].name;
    const Course course(program, move, depth);
    std::optional<Picked> best;
    std::tuple<bool, int> best_weight;
    if (!tried.legal.empty()) best = Picked{name, tried.pick, tried.legal, std::nullopt};
    for (std::size_t i = 0; i < tried.texts.size() && (!best || best->error); ++i) {
      Position copy = position;
      std::optional<Error> error = copy.play(tried.texts[i]);
      const Course::Line line = error ? Course::Line{error->file, error->line} : Course::Line();
      const auto place = course.order.find(line);
      const std::tuple weight(!course.later_picks.contains(line), place == course.order.end() ? -1 : place->second);
      if (best && error && weight <= best_weight) continue;
      best = Picked{name, tried.pick, tried.texts[i], std::move(error)};
      best_weight = weight;
    }
    if (best) all.push_back(std::move(*best));
  }
  return all;
}

}  // namespace

/// For which moves and picks a cell can be picked next, and why it cannot for others.
Json answer::why(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game& game) {
    const auto cell = game.find_cell(field_of(params, "cell").get<std::string>());
    if (!cell) throw Refused{kInvalidParams, "the board has no cell `" + params["cell"].get<std::string>() + "`"};
    Json legal = Json::array(), reasons = Json::array();
    // A view has only its own player's moves, and no results of rules after a move: they may read hidden things.
    const int viewer = viewer_of(params, position);
    const bool chooses = viewer < 0 || viewer == position.to_move();
    const auto picked = params.value("picked", std::vector<std::string>());
    for (const Picked& each : chooses ? why_not(position, *cell, picked) : std::vector<Picked>()) {
      if (viewer >= 0 && each.error && each.error->code != "G0601") continue;
      if (binds(game, each.move) && !params.value("light", false)) continue;
      Json one = each.error ? in.error(*each.error, at.name) : Json::object();
      one["move"] = each.move;
      one["pick"] = each.pick;
      one["text"] = each.text;
      (each.error ? reasons : legal).push_back(std::move(one));
    }
    at.json["legal"] = std::move(legal);
    at.json["reasons"] = std::move(reasons);
  });
}

/// The move that a program would play, and its expectation.
Json answer::advice(Documents& in, const Json& params) {
  return with_position(in, params, [&](At& at, const Position& position, const Game& game) {
    if (at.reached.refused) return;
    const std::string program = params.value("bot", std::string("mcts"));
    const auto refuse = [&](const std::vector<Error>& errors) { at.json["errors"] = in.errors(errors, at.name); };
    Result<PlayerSpec> spec = read_player_spec(program);
    if (!spec) return refuse(spec.errors());
    if (const auto error = cannot_play(*spec, game)) return refuse({*error});
    if (params.contains("seconds")) {
      const double most = params["seconds"];
      if (!(most > 0 && most <= kMostSeconds))
        throw Refused{kInvalidParams, "`seconds` is above 0, and at most " + std::to_string(kMostSeconds)};
      double& seconds = spec->budget.seconds;
      seconds = seconds > 0 ? std::min(seconds, most) : most;
    }
    if (position.over() || position.to_move() < 0) throw Refused{kRequestFailed, "nobody is to move"};
    // Another move of the same game has another seed, so that a program does not repeat itself.
    const std::uint64_t seed = params.value("bot_seed", seed_of_game(at.where.seed, at.where.moves.size()));
    Result<std::unique_ptr<Player>> player = make_player(*spec, seed, game);
    if (!player) return refuse(player.errors());
    const Result<std::uint64_t> choice = (*player)->choose(position);
    if (!choice) return refuse(choice.errors());
    const Result<std::string> move = position.move(*choice);
    if (!move) return refuse(move.errors());
    at.json["move"] = *move;
    at.json["number"] = *choice;
    if (const auto value = (*player)->value()) at.json["value"] = *value;
    at.json["guessed"] = (*player)->guessed();
  });
}

}  // namespace glint::desk
