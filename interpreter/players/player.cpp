// The list of players, and how their specifications are read.
#include "interpreter/players/player.hpp"

#include <algorithm>
#include <charconv>

#include "interpreter/game/loading/errors.hpp"
#include "interpreter/players/methods.hpp"
#include "interpreter/program/program.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/text.hpp"

namespace glint {

namespace {

/// A method of play: its name, its default and largest budget, and what the number counts.
struct Method {
  const char* name;
  const char* summary;
  std::uint64_t usual, most;  // 0: it takes no budget
  const char* counts;
  std::unique_ptr<Player> (*make)(const Budget& budget, std::uint64_t seed, Means means);
  bool takes_time = true;
};

constexpr Method kMethods[] = {
    {"random", "a random legal move, each equally likely", 0, 0, "",
     [](const Budget&, std::uint64_t seed, Means) { return make_random_player(seed); }},
    {"greedy", "looks one move ahead, by `heuristic` or `score`", 0, 0, "",
     [](const Budget&, std::uint64_t seed, Means) { return make_greedy_player(seed); }},
    {"mcts", "Monte Carlo tree search", 1000, 1'000'000'000, "iterations", make_mcts_player},
    {"alphabeta", "alpha-beta search to a fixed depth; for two players, without chance or secrets", 3, 100, "plies",
     make_alphabeta_player},
    {"perfect", "perfect play of a game that is small enough to be solved; as `alphabeta`", 5'000'000, SolveOptions::kMost, "positions",
     make_perfect_player, false},
};

/// Needs values that a host has learnt for the game, so it is not among those that can be asked for anywhere.
constexpr Method kLearned = {"learned", "alpha-beta search by a value that `glint learn` has learnt", 3, 100, "plies",
                             make_alphabeta_player};

const Method* find_method(std::string_view name) {
  if (name == kLearned.name) return &kLearned;
  const auto found =
      std::find_if(std::begin(kMethods), std::end(kMethods), [&](const Method& each) { return name == each.name; });
  return found == std::end(kMethods) ? nullptr : found;
}

std::string forms_of(const Method& method) {
  const std::string name = method.name;
  if (method.usual == 0) return name;
  if (!method.takes_time) return name + ", " + name + ":" + std::to_string(method.usual);
  return name + ", " + name + ":" + std::to_string(method.usual) + ", " + name + ":200ms, " + name + ":2s";
}

/// The budget after the colon; nothing if it is wrong.
std::optional<Budget> read_budget(const Method& method, std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || number == 0) return std::nullopt;
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  constexpr std::uint64_t kDay = 24 * 60 * 60;
  if (!unit.empty() && !method.takes_time) return std::nullopt;
  if (unit == "ms" && number <= kDay * 1000) return Budget{0, static_cast<double>(number) / 1000};
  if (unit == "s" && number <= kDay) return Budget{0, static_cast<double>(number)};
  if (!unit.empty() || number > method.most) return std::nullopt;
  return Budget{number, 0};
}

}  // namespace

const std::vector<PlayerInfo>& player_infos() {
  static const std::vector<PlayerInfo> infos = [] {
    std::vector<PlayerInfo> all;
    for (const Method& each : kMethods) all.push_back({each.name, forms_of(each), each.summary});
    return all;
  }();
  return infos;
}

Result<PlayerSpec> read_player_spec(std::string_view spec, const std::vector<std::string>& others) {
  const std::size_t colon = spec.find(':');
  const std::string_view name = spec.substr(0, colon);
  const Method* const method = find_method(name);
  if (!method) {
    std::vector<std::string> known = others;
    for (const Method& each : kMethods) known.push_back(each.name);
    const std::string near = lang::nearest(name, known);
    if (name.find(',') != std::string_view::npos)
      return plain_error(lang::marked(spec) + " names more than one bot",
                         "repeat the option for each seat: `--seat A=human --seat B=random`");
    return plain_error("there is no bot `" + std::string(name) + "`",
                       (near.empty() ? "" : "did you mean `" + near + "`? ") + "the bots are: " + lang::joined(known));
  }
  PlayerSpec read{std::string(name), {method->usual, 0}};
  if (colon == std::string_view::npos) return read;
  if (method->usual == 0)
    return plain_error("`" + read.name + "` takes no budget, and `" + std::string(spec) + "` gives it one",
                       "write `" + read.name + "`");
  const std::optional<Budget> budget = read_budget(*method, spec.substr(colon + 1));
  if (!budget)
    return plain_error(lang::marked(spec.substr(colon + 1)) + " is not a budget of " + lang::marked(read.name),
                       "write `" + read.name + ":" + std::to_string(method->usual) + "` (" + method->counts +
                           ", up to " + std::to_string(method->most) + ")" +
                           (method->takes_time ? ", or a time per move: `" + read.name + ":200ms`, `" + read.name + ":2s`" : ""));
  read.budget = *budget;
  return read;
}

bool is_learned(std::string_view spec) { return spec.substr(0, spec.find(':')) == kLearned.name; }

std::optional<std::string> cannot_search(const Game& game, const std::string& name) {
  const std::size_t players = game.players().size();
  const std::string who = lang::marked(name);
  if (game.is_team()) return "its players are a team, and " + who + " needs two opponents";
  if (players != 2) return "it has " + lang::counted(players, "player") + ", and " + who + " needs two opponents";
  if (game.has_secrets()) return "it has secrets (`seen by`), and " + who + " must see everything";
  const PlayFacts facts = play_facts(game.program());
  if (facts.has_together) return "its players choose simultaneously (`together`), and " + who + " needs turns";
  if (!facts.draws_later.empty())
    return "chance decides `" + facts.draws_later + "` after the first choice, and " + who + " must know the result of a move";
  return std::nullopt;
}

std::optional<Error> cannot_play(const PlayerSpec& spec, const Game& game) {
  if (spec.name != "alphabeta" && spec.name != kLearned.name && spec.name != "perfect") return std::nullopt;
  const std::optional<std::string> why = cannot_search(game, spec.name);
  if (!why) return std::nullopt;
  return plain_error(lang::marked(spec.name) + " cannot play this game: " + *why, "`mcts` can");
}

std::string fitting_bot(const Game& game) {
  const rules::Judging& judging = game.program().rules.judging;
  // A score shows who is nearer to a win if somebody may win before it is counted (lives); otherwise it misleads.
  const bool is_race = judging.score && std::any_of(judging.ends.begin(), judging.ends.end(), [](const auto& end) {
    return end.result.kind == rules::ResultKind::wins || end.result.kind == rules::ResultKind::loses;
  });
  return (judging.heuristic || is_race) && !cannot_search(game, "alphabeta") ? "alphabeta" : "mcts";
}

Result<std::unique_ptr<Player>> make_player(std::string_view spec, std::uint64_t seed, const Game& game,
                                            Workers workers, JudgeMaker judge) {
  const Result<PlayerSpec> read = read_player_spec(spec);
  if (!read) return read.errors();
  return make_player(*read, seed, game, std::move(workers), std::move(judge));
}

Result<std::unique_ptr<Player>> make_player(const PlayerSpec& spec, std::uint64_t seed, const Game& game,
                                            Workers workers, JudgeMaker judge) {
  if (auto error = cannot_play(spec, game)) return *error;
  if (spec.name == kLearned.name && !judge)
    return plain_error("`learned` plays by learned values, and there are none", "`glint learn GAME -o FILE` learns them, and `--values FILE` gives them");
  return find_method(spec.name)->make(spec.budget, seed, {std::move(workers), std::move(judge)});
}

}  // namespace glint
