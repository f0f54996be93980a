// glint describe: the rule sheet of a game.
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/describe/describe.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/report/document.hpp"

namespace glint::cli {
namespace {

class Describe : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.text("--html", html_, "FILE", "write it as one HTML page; - prints the page");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    check_output(html_, "--html", Output::page, common_.json);
    const Game game = load_game(game_, common_, console);
    FolderLoader loader(game.program().sources->file(0).name, common_.paths);
    const std::optional<Game> base = describe::base_of(game, &loader);
    const describe::Sheet sheet = describe::describe(game, base ? &*base : nullptr,
                                                     {.characters = !html_ || common_.json, .svg = html_.has_value()});
    if (html_) {
      const std::string page =
          report::page_head(sheet.title, describe::sheet_style()) + describe::html(sheet) + report::kPageTail;
      write_output(*html_, Output::page, page, console);
      if (*html_ != "-" && !common_.json) console.out << "wrote " << *html_ << '\n';
    }
    if (common_.json)
      console.out << json_text(json_of(game, sheet));
    else if (!html_)
      console.out << describe::markdown(sheet);
    return kDone;
  }

 private:
  /// Texts without marks; items of lists have their signs.
  static Json json_of(const Game& game, const describe::Sheet& sheet) {
    const auto plain = [](const std::string& phrase) { return Json(describe::unmarked(phrase)); };
    const auto words = [](const describe::Line& line) {
      return Json((line.sign.empty() ? "" : line.sign + " ") + describe::unmarked(line.text));
    };
    const auto caption = [](const describe::Figure& figure) { return Json(describe::unmarked(figure.caption)); };
    const auto entry_json = [&](const describe::Entry& entry) {
      return Json{{"id", entry.id},
                  {"name", entry.name},
                  {"note", describe::unmarked(entry.note)},
                  {"doc", list_of(entry.doc, words)},
                  {"lines", list_of(entry.lines, plain)},
                  {"looks", list_of(entry.looks, caption)},
                  {"optics", list_of(entry.optics, caption)},
                  {"drawing", entry.drawing},
                  {"script", entry.script}};
    };
    return Json{{"game", game.id()},
                {"title", sheet.title},
                {"doc", list_of(sheet.doc, words)},
                {"sections", list_of(sheet.sections, [&](const describe::Section& section) {
                   return Json{{"id", section.id},
                               {"heading", section.heading},
                               {"entries", list_of(section.entries, entry_json)}};
                 })}};
  }

  std::optional<std::string> html_;
};

}  // namespace

std::unique_ptr<Command> make_describe() { return std::make_unique<Describe>(); }

}  // namespace glint::cli
