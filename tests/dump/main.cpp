// glint_dump GAME [--plan] [--set NAME=VALUE ...]: the compiled program, readable; with --plan, how legal moves are
// searched, in words (`each` tries one value after the other, `all` finds those that fit at once). GAME is a bundled game or
// variant, or a script.
#include <iostream>
#include <string>
#include <vector>

#include "interpreter/cli/options/game.hpp"
#include "tests/dump/dump.hpp"

int main(int count, char** arguments) {
  using namespace glint;
  cli::Console console{std::cin, std::cout, std::cerr};
  std::string name;
  cli::CommonOptions options;
  bool plan = false, is_wrong = false;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--plan") plan = true;
    else if (word == "--set" && i + 1 < count) options.settings.push_back(arguments[++i]);
    else if (name.empty() && word.rfind("--", 0) != 0) name = word;
    else is_wrong = true;
  }
  if (name.empty() || is_wrong) {
    std::cerr << "usage: glint_dump GAME [--plan] [--set NAME=VALUE ...]\n";
    return cli::kUsage;
  }
  try {
    const Game game = cli::load_game(name, options, console);
    std::cout << (plan ? plans_of(game) : dump(game));
  } catch (const cli::Stop& stopped) {
    console.report(stopped.errors);
    return stopped.status;
  }
}
