#include "tests/bench/suite/games.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace glint::bench {

void give_up(const std::string& why) {
  std::cerr << "glint_bench_suite: " << why << '\n';
  std::exit(1);
}

std::string read_script(const std::string& path) {
  std::ifstream file(std::string(GLINT_SOURCE_DIR "/") + path);
  if (!file) give_up("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> scripts_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(GLINT_SOURCE_DIR "/") + folder))
    if (entry.path().extension() == ".glint") paths.push_back(folder + "/" + entry.path().filename().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string name_of(const std::string& path) { return std::filesystem::path(path).stem().string(); }

Game load(const std::string& path, const Settings& options) {
  Result<Game> game = Game::from_text(read_script(path), path, options);
  if (!game) give_up(game.error_text());
  return *game;
}

const std::vector<std::string>& played_scripts() {
  static const std::vector<std::string> scripts = [] {
    std::vector<std::string> paths = scripts_in("games");
    for (const std::string& path : scripts_in("examples"))
      if (const Game game = load(path); game.players().size() > 1) paths.push_back(path);
    return paths;
  }();
  return scripts;
}

RandomPlay::RandomPlay(const Game& game, std::uint64_t seed)
    : game_(std::make_shared<Game>(game)), machine_(game_->program()), random_(seed), chance_(random_) {
  for (int i = 0; i < 64; ++i) {
    begin();
    machine_.store(starts_.emplace_back());
  }
}

void RandomPlay::begin() {
  history_.clear();
  machine_.set_history(game_->program().uses_seen ? &history_ : nullptr);
  if (machine_.begin(chance_) == Machine::Status::error) give_up(game_->id() + ": " + machine_.failure().message);
}

void RandomPlay::load_start() {
  history_.clear();
  machine_.set_history(game_->program().uses_seen ? &history_ : nullptr);
  machine_.load(starts_[next_++ % starts_.size()]);
}

int RandomPlay::play() {
  load_start();
  const PlayoutEnd end = run_playout(machine_, random_, kMostPlies);
  if (end.status == Machine::Status::error) give_up(game_->id() + ": " + machine_.failure().message);
  return end.plies;
}

bool RandomPlay::step() {
  if (machine_.is_over()) return false;
  const PlayoutEnd end = run_playout(machine_, random_, 1);
  if (end.status == Machine::Status::error) give_up(game_->id() + ": " + machine_.failure().message);
  return true;
}

}  // namespace glint::bench
