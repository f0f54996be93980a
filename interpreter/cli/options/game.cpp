#include "interpreter/cli/options/game.hpp"

#include <algorithm>

#include "interpreter/cli/files/files.hpp"
#include "interpreter/game/notation/notation.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "interpreter/lab/search/moves_to_error.hpp"
#include "interpreter/players/player.hpp"
#include "interpreter/program/program.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

std::string trimmed(std::string_view text) { return std::string(lang::trimmed(text, " \t\n")); }

bool looks_like_path(const std::string& name) {
  return name == "-" || name.find('/') != std::string::npos || name.find('\\') != std::string::npos ||
         (name.size() > 6 && name.compare(name.size() - 6, 6, ".glint") == 0);
}

/// True if a position's text has the line with which every printed position ends.
bool is_whole(std::string_view text) {
  const std::vector<std::string_view> lines = lang::lines_of(text);
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    const std::string words = trimmed(line);
    return words.rfind("to move = ", 0) == 0 || words.rfind("result = ", 0) == 0;
  });
}

Result<Game> build(const Script& script, const Settings& settings, const std::vector<std::string>& paths,
                   const Limits& limits) {
  if (script.is_bundled) return Game::bundled(script.name, settings, limits);
  FolderLoader loader(script.name, paths);
  return Game::from_text(script.text, script.name, settings, &loader, limits);
}

Game built_or_stop(const Script& script, const Settings& settings, const std::vector<std::string>& paths,
                   const Limits& limits, Console& console) {
  Result<Game> game = build(script, settings, paths, limits);
  if (!game) {
    // If the script builds without the settings, they are wrong and not the script.
    const bool wrong_settings = !settings.empty() && build(script, {}, paths, limits).ok();
    stop(wrong_settings ? kUsage : kNo, game.errors());
  }
  for (const Error& warning : game->warnings()) console.report(warning);
  return std::move(*game);
}

}  // namespace

Error error_of(const lang::Diagnostic& diagnostic, const lang::Sources& sources, const view::TerminalStyle& terminal) {
  Error error = to_error(sources, diagnostic);
  error.message = diagnostic.message;
  error.help = diagnostic.help;
  lang::RenderStyle style;
  style.colour = terminal.colour;
  error.rendered = lang::render(diagnostic, sources, style);
  return error;
}

void CommonOptions::declare(Arguments& arguments, int* own_limit, int most, const std::string& help) {
  arguments.texts("--set", settings, "OPTION=VALUE", "set an option of the game; may be repeated");
  arguments.texts("--path", paths, "FOLDER", "also look for games and libraries in this folder; may be repeated");
  arguments.number("--seed", seed, "seed for chance (1)");
  arguments.flag("--json", json, "answer in JSON");
  arguments.limits(limits, own_limit, most, help);
}

void PositionOptions::declare(Arguments& arguments) {
  arguments.text("--at", at, "FILE", "start from a position printed by `glint show --text`; - reads the input");
  arguments.text("--after", after, "'MOVE; MOVE'", "play these moves first, from there or from the start");
  arguments.texts("--draw", draws, "NAME=VALUE",
                  "fix a chance draw, such as the starting player; NAME=A,B fixes successive draws, NAME='A B' a set; "
                  "may be repeated");
}

Settings read_settings(const std::vector<std::string>& texts, const std::string& option) {
  Settings settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      stop(kUsage, option + " takes a name and a value, as in `" + option + " name=value`; found `" + text + "`");
    settings.emplace_back(trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)));
    const std::string& name = settings.back().first;
    // Draws of one name follow each other.
    if (option != "--draw" &&
        std::any_of(settings.begin(), settings.end() - 1, [&](const auto& one) { return one.first == name; }))
      stop(kUsage, option + " sets `" + name + "` twice", "leave one of them out");
  }
  return settings;
}

Script read_script(const std::string& name, Console& console) {
  const std::vector<std::string> bundled = bundled_scripts();
  if (std::find(bundled.begin(), bundled.end(), name) != bundled.end()) return {name, "", true};
  if (!looks_like_path(name) && !exists(name)) {
    const std::string near =
        exists(name + ".glint") || lang::nearest(name, bundled).empty() ? nearest_script(name) : "";
    stop(kUsage, "there is no bundled game and no file `" + name + "`",
         near.empty() ? did_you_mean(name, bundled, "`glint list` shows the bundled games")
                      : "did you mean the file `" + near + "`?");
  }
  return {input_name(name), read_input(name, Input::script, console), false};
}

SharedSettings::SharedSettings(const std::vector<std::string>& texts)
    : settings_(read_settings(texts, "--set")), taken_(settings_.size(), false) {}

Settings SharedSettings::take(const std::vector<std::string>& options) {
  Settings mine;
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    if (std::find(options.begin(), options.end(), settings_[i].first) == options.end()) continue;
    mine.push_back(settings_[i]);
    taken_[i] = true;
  }
  options_.insert(options_.end(), options.begin(), options.end());
  return mine;
}

std::optional<Error> SharedSettings::left_over() const {
  const auto unknown = std::find(taken_.begin(), taken_.end(), false);
  if (unknown == taken_.end()) return std::nullopt;
  const std::string& name = settings_[static_cast<std::size_t>(unknown - taken_.begin())].first;
  return plain_error("--set: no game given has an option `" + name + "`", did_you_mean(name, options_));
}

Game load_game(const std::string& name, SharedSettings& settings, const Settings& own, const CommonOptions& common,
               Console& console) {
  check_folders(common.paths);
  const Script script = read_script(name, console);
  if (settings.empty()) return built_or_stop(script, own, common.paths, common.limits, console);
  const Result<Game> plain = build(script, {}, common.paths, common.limits);
  if (!plain) stop(kNo, plain.errors());
  Settings all = settings.take(lang::names_of(plain->options()));
  all.insert(all.end(), own.begin(), own.end());
  return built_or_stop(script, all, common.paths, common.limits, console);
}

std::optional<std::vector<std::string>> options_of(const std::string& name, const std::vector<std::string>& paths,
                                                   const Limits& limits, Console& console) {
  if (name == "-") return std::nullopt;
  const Result<Game> game = build(read_script(name, console), {}, paths, limits);
  return game ? std::optional(lang::names_of(game->options())) : std::nullopt;
}

Result<Game> load_with_text(const Game& game, const std::string& added, const std::vector<std::string>& paths) {
  const lang::SourceFile& script = game.program().sources->file(0);
  FolderLoader loader(script.name, paths);
  return Game::from_text(script.text + added, script.name, {}, &loader, game.program().limits);
}

Result<Expression> read_expression(const Game& game, const std::string& text, const std::vector<std::string>& paths) {
  FolderLoader loader(game.program().sources->file(0).name, paths);
  return Expression::read(game, text, &loader);
}

Game load_game(const std::string& name, const Settings& settings, const std::vector<std::string>& paths,
               Console& console, const Limits& limits) {
  check_folders(paths);
  return built_or_stop(read_script(name, console), settings, paths, limits, console);
}

Game load_game(const std::string& name, const CommonOptions& common, Console& console) {
  return load_game(name, read_settings(common.settings, "--set"), common.paths, console, common.limits);
}

StartOptions start_options(const Game& game, const CommonOptions& common, const PositionOptions& where) {
  StartOptions options;
  options.seed = common.seed.value_or(1);
  std::vector<std::string> known;
  for (const DrawNode& draw : game.program().draws)
    if (std::find(known.begin(), known.end(), draw.name) == known.end()) known.push_back(draw.name);
  for (const auto& [name, value] : read_settings(where.draws, "--draw")) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      stop(kUsage, "--draw: the game draws no `" + name + "`",
           known.empty() ? "it draws nothing" : did_you_mean(name, known, "it draws: " + lang::joined(known)));
    for (std::string& each : split_draws(game, name, value)) options.draws.emplace_back(name, std::move(each));
  }
  options.wait_at_draws = where.wait_at_draws && !where.after;
  return options;
}

std::vector<std::string> split_moves(const std::string& text) {
  std::vector<std::string> moves;
  for (const std::string_view piece : lang::split(text, ";"))
    if (std::string move = trimmed(piece); !move.empty()) moves.push_back(std::move(move));
  return moves;
}

Position load_position(const Game& game, const CommonOptions& common, const PositionOptions& where, Console& console) {
  const StartOptions options = start_options(game, common, where);
  const auto text = where.at ? std::optional(read_input(*where.at, Input::position, console)) : std::nullopt;
  Result<Position> start = text ? game.read(*text, options) : game.start(options);
  if (!start) {
    std::vector<Error> errors = start.errors();
    for (Error& error : errors) {  // errors have a line; the name of the text is known only here
      if (error.code != lang::code_name(lang::Code::G0701)) continue;
      error.file = input_name(*where.at);
      error.rendered.clear();
    }
    // If the game cannot start without the command line's draws either, the script is wrong.
    stop((text || !options.draws.empty()) && game.start({.seed = options.seed}) ? kUsage : kNo, errors);
  }
  if (text && !is_whole(*text)) {
    stop(kUsage,
         "`" + input_name(*where.at) + "` has no last line `to move = PLAYER` or `result = ...`: is it incomplete?",
         "a position needs one of them as its last line");
  }
  Position position = std::move(*start);
  int number = 0;
  for (const std::string& move : split_moves(where.after.value_or(""))) {
    ++number;
    if (position.over())
      stop(kUsage, "--after: the game is over before move " + std::to_string(number) + ", `" + move + "`");
    if (auto error = position.play(move)) {
      // Any other error than a refusal is a mistake of the script, with its place there.
      if (error->code != lang::code_name(lang::Code::G0601)) stop(kNo, {*error});
      Error refusal = plain_error("--after: move " + std::to_string(number) + ": " + error->message,
                                  error->help.empty() ? legal_instead(position, move) : error->help);
      refusal.code = error->code;
      if (move.find(',') != std::string::npos) add_help(refusal, "moves are separated by `;`");
      stop(kUsage, {refusal});
    }
  }
  position.wait_at_draws(where.wait_at_draws);
  return position;
}

int viewer_of(const Game& game, const std::optional<std::string>& player) {
  if (!player) return -1;
  const std::vector<std::string> players = game.players();
  const auto found = std::find(players.begin(), players.end(), *player);
  if (found != players.end()) return static_cast<int>(found - players.begin());
  stop(kUsage, "--as: the game has no player `" + *player + "`",
       did_you_mean(*player, players, "its players are " + lang::joined(players)));
}

int find_cell(const Game& game, const std::string& label) {
  if (const auto cell = game.find_cell(label)) return *cell;
  std::string owned;
  for (const CellInfo& cell : game.cells())
    if (cell.player >= 0 && cell.own_label == label) owned += (owned.empty() ? "write `" : " or `") + cell.label + "`";
  if (!owned.empty()) stop(kUsage, "`" + label + "` is a player's own label of a cell, and no player is given", owned);
  std::vector<std::string> labels;
  for (const CellInfo& cell : game.cells()) labels.push_back(cell.label);
  stop(kUsage, "the board has no cell `" + label + "`", did_you_mean(label, labels));
}

std::vector<std::string> read_seats(const Game& game, const std::vector<std::string>& texts, const std::string& absent,
                                    bool people, const std::string& from) {
  const std::vector<std::string> players = game.players();
  std::vector<std::string> others;
  if (people) others.push_back("human");
  const Settings seats = read_settings(texts, from);
  std::vector<std::string> names(players.size(), absent);
  // `*` is all that are not named.
  for (const bool all : {true, false})
    for (const auto& [seat, name] : seats) {
      if ((seat == "*") != all) continue;
      if (!people || name != "human") {
        const Result<PlayerSpec> spec = read_player_spec(name, others);
        if (!spec) stop(kUsage, from + ": " + spec.errors()[0].message, spec.errors()[0].help);
        if (const auto error = cannot_play(*spec, game)) stop(kUsage, from + ": " + error->message, error->help);
      }
      const auto player = std::find(players.begin(), players.end(), seat);
      if (all)
        std::fill(names.begin(), names.end(), name);
      else if (player != players.end())
        names[static_cast<std::size_t>(player - players.begin())] = name;
      else
        stop(kUsage, from + ": the game has no seat `" + seat + "`", did_you_mean(seat, players));
    }
  return names;
}

}  // namespace glint::cli
