// glint list: the bundled games, their options, the library.
#include <ostream>

#include "interpreter/cli/command.hpp"
#include "interpreter/cli/files.hpp"
#include "interpreter/cli/game.hpp"
#include "interpreter/cli/json.hpp"

namespace glint::cli {
namespace {

class List : public Command {
 public:
  Description description() const override {
    return {"list", "the bundled games and their options",
            "  glint list    # games, with their options and what these may be\n"
            "  glint list --json    # the same as data"};
  }

  void declare(Arguments& arguments) override { arguments.flag("--json", json_, "answer in JSON"); }

  int run(Console& console) override {
    Json games = Json::array();
    bool first = true;
    for (const std::string& name : Game::bundled_names()) {
      const Game game = load_game(name, Settings{}, {}, console);
      if (json_) {
        games.push(json_of_game(name, game));
      } else {
        if (!first) console.out << '\n';
        print(name, game, console.out);
      }
      first = false;
    }
    if (json_) {
      console.out << Json::object()
                         .set("games", games)
                         .set("variants", Json::array())
                         .set("libraries", bundled_libraries())
                         .text();
      return kDone;
    }
    console.out << "\nlibraries (`use NAME`):";
    for (const std::string& library : bundled_libraries()) console.out << ' ' << library;
    console.out << '\n';
    return kDone;
  }

 private:
  static Json json_of_game(const std::string& name, const Game& game) {
    Json options = Json::array();
    for (const OptionInfo& option : game.options()) {
      options.push(Json::object()
                       .set("name", option.name)
                       .set("domain", option.domain)
                       .set("default", option.initial)
                       .set("text", option.text)
                       .set("doc", option.doc));
    }
    return Json::object()
        .set("name", name)
        .set("title", game.title())
        .set("doc", game.doc())
        .set("players", game.players())
        .set("options", options);
  }

  static void print(const std::string& name, const Game& game, std::ostream& out) {
    out << name << "  \"" << game.title() << "\"\n";
    std::string line;
    for (char c : game.doc() + "\n") {
      if (c != '\n') {
        line += c;
      } else {
        if (!line.empty()) out << "    " << line << '\n';
        line.clear();
      }
    }
    out << "    players:";
    for (const std::string& player : game.players()) out << ' ' << player;
    out << (game.is_team() ? " (one team)\n" : "\n");
    for (const OptionInfo& option : game.options()) {
      out << "    --set " << option.name << "=" << option.initial << "  of " << option.domain;
      out << (option.text.empty() ? "" : "  ") << option.text << '\n';
    }
  }

  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_list() { return std::make_unique<List>(); }

}  // namespace glint::cli
