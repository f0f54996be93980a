// glint new: a game or a variant to start from.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <ostream>
#include <system_error>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/desk/playing.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 60;
constexpr std::string_view kEnding = ".glint";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// True if a script can name another one like this, as in `variant "..." of NAME`.
bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= kLongestName && is_letter(text[0]) && lang::is_name_like(text);
}

/// A name made from a text: my_game_2 from `my-game 2`.
std::string as_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    if (is_letter(c) || lang::is_digit(c)) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return is_name(name) ? name : "";
}

/// A title made from a name: "My Game" from my_game.
std::string title_of(const std::string& name) {
  std::vector<std::string> words;
  for (const std::string_view word : lang::split(name, "_"))
    if (!word.empty()) words.push_back(static_cast<char>(std::toupper(word[0])) + std::string(word.substr(1)));
  return lang::joined(words, " ");
}

/// The name of the new script.
struct Starter {
  std::string path;       // from the current folder
  std::string file_name;  // the last part of the path
  std::string title;
};

/// The template of a game, by this name.
std::string game_script(const Starter& starter) {
  std::string out;
  for (const std::string_view each : lang::lines_of(desk::script_template("game"))) {
    std::string line = each.starts_with("game \"") ? "game " + lang::quoted(starter.title) : std::string(each);
    constexpr std::string_view kFile = "game.glint";
    for (std::size_t at = 0; (at = line.find(kFile, at)) != std::string::npos; at += starter.file_name.size())
      line.replace(at, kFile.size(), starter.file_name);
    out += line + '\n';
  }
  return out;
}

class New : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("NAME", name_, "the name of the new script, or a path in an existing folder");
    arguments.text("--of", of_, "GAME", "a variant of this bundled game or variant, or of this script");
    arguments.flag("--print", print_, "print the script instead of writing it");
    arguments.flag("--json", json_, "answer in JSON");
    arguments.limits(limits_, nullptr, 0, {});
  }

  int run(Console& console) override {
    const Starter starter = named();
    const std::string text = of_ ? variant(starter, console) : game_script(starter);
    if (!print_) create_file(starter.path, text);
    if (json_) {
      Json answer = Json::object();
      answer.update({{"file", print_ ? Json() : Json(starter.path)}, {"game", starter.title}});
      if (print_) answer["text"] = text;
      console.out << json_text(answer);
    } else if (print_) {
      console.out << text;
    } else {
      const std::string file = for_shell(starter.path);
      console.out << file << ": \"" << starter.title << "\", "
                  << (of_ ? "a variant of " + *of_ : std::string("a small game")) << " to start from\n"
                  << "  glint play " << file << "   # play it\n"
                  << "  glint test " << file << "   # run its tests\n";
    }
    return kDone;
  }

 private:
  Starter named() const {
    std::string path = name_;
    if (path.size() < kEnding.size() || path.compare(path.size() - kEnding.size(), kEnding.size(), kEnding) != 0) {
      path += kEnding;
    }
    const fs::path folder = fs::path(path).parent_path();
    Starter starter{path, fs::path(path).filename().string(), ""};
    const std::string name = starter.file_name.substr(0, starter.file_name.size() - kEnding.size());
    if (!is_name(name)) {
      if (name.empty()) stop(kUsage, "the new script needs a name", "as in `glint new my_game`");
      const std::string near = as_name(name);
      stop(kUsage,
           "`" + name +
               "` cannot be the name of a game: names begin with a letter, have only letters, digits and `_`, and at most " +
               std::to_string(kLongestName) + " of them",
           near.empty() ? "as in `glint new my_game`" : "did you mean `" + (folder / near).string() + "`?");
    }
    if (bundled_script(name)) {
      stop(kUsage, "`" + name + "` is the name of a bundled game",
           "choose another name, and `--of " + name + "` for a variant of it");
    }
    std::error_code problem;
    if (!folder.empty() && !fs::is_directory(folder, problem)) {
      stop(kUsage, "there is no folder `" + folder.string() + "`",
           "make it first: `mkdir " + for_shell(folder.string()) + "`");
    }
    starter.title = title_of(name);
    return starter;
  }

  std::string variant(const Starter& starter, Console& console) const {
    if (*of_ == "-") stop(kUsage, "--of takes a bundled game or a script, not `-`");
    const Script script = read_script(*of_, console);
    const Game game = load_game(*of_, Settings{}, {}, console, limits_);
    desk::NewVariant wanted{.path = starter.path, .title = starter.title, .of = script.name};
    if (script.is_bundled) return written(wanted, game);
    // A variant finds games in its own folder and below, whatever the current folder is.
    std::error_code problem;
    const fs::path here = fs::weakly_canonical(fs::absolute(starter.path, problem).parent_path(), problem);
    const fs::path there = fs::weakly_canonical(fs::absolute(*of_, problem), problem);
    const fs::path from_here = there.lexically_relative(here);
    if (from_here.empty() || *from_here.begin() == "..") {
      const fs::path beside = fs::path(*of_).parent_path() / starter.file_name;
      stop(kUsage, "a variant finds games only in its own folder and below it, and `" + *of_ + "` is not there",
           "write it beside the game: `glint new " + for_shell(beside.string()) + " --of " + for_shell(*of_) + "`");
    }
    wanted.of = from_here.generic_string();
    wanted.is_path = true;
    return written(wanted, game);
  }

  std::string written(const desk::NewVariant& wanted, const Game& game) const {
    FolderLoader loader(wanted.path, {});
    const Result<std::string> text = desk::new_variant(wanted, game, loader, limits_);
    if (!text) stop(kNo, text.errors());
    return *text;
  }

  std::string name_;
  std::optional<std::string> of_;
  bool print_ = false, json_ = false;
  Limits limits_;
};

}  // namespace

std::unique_ptr<Command> make_new() { return std::make_unique<New>(); }

}  // namespace glint::cli
