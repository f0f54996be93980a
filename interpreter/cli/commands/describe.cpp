// glint describe: the rule sheet of a game.
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/report/page.hpp"
#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/cli/support/json.hpp"
#include "interpreter/cli/support/written.hpp"
#include "interpreter/describe/describe.hpp"
#include "interpreter/describe/phrase.hpp"
#include "interpreter/program/program.hpp"

namespace glint::cli {
namespace {

class Describe : public GameCommand {
 public:
  Description description() const override {
    return {"describe", "print the rule sheet of a game, to read before playing it",
            "  glint describe laser_lawn    # as Markdown\n"
            "  glint describe laser_lawn --html rules.html    # as a page with pictures, to read or print\n"
            "  glint describe low_trees    # a variant: its differences come first\n"
            "  glint describe laser_lawn --json    # as data\n"
            "Next: `glint play GAME` plays it, `glint show GAME` draws its board."};
  }

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
          page_head(sheet.title, describe::kSheetStyle) + describe::html(sheet) + kPageTail;
      write_output(*html_, Output::page, page, console);
      if (*html_ != "-" && !common_.json) console.out << "wrote " << *html_ << '\n';
    }
    if (common_.json)
      console.out << json_of(game, sheet).text();
    else if (!html_)
      console.out << describe::markdown(sheet);
    return kDone;
  }

 private:
  static Json plain(const std::vector<std::string>& phrases) {
    return Json::array(phrases, [](const std::string& phrase) { return Json(describe::unmarked(phrase)); });
  }

  /// Texts without marks. `lines` with a greater depth belong to the last one of a smaller depth.
  static Json json_of(const Game& game, const describe::Sheet& sheet) {
    const auto entry_json = [](const describe::Entry& entry) {
      Json json = Json::object().set("id", entry.id).set("name", entry.name);
      json.set("of", describe::unmarked(entry.of))
          .set("note", describe::unmarked(entry.note))
          .set("doc", plain(entry.doc));
      json.set("lines", Json::array(entry.lines, [](const describe::Line& line) {
                 return Json::object().set("depth", line.depth).set("text", describe::unmarked(line.text));
               }));
      json.set("aside", describe::unmarked(entry.aside));
      json.set("optics", Json::array(entry.optics, [](const describe::Figure& figure) {
                 return Json(describe::unmarked(figure.caption));
               }));
      return json.set("drawing", entry.drawing);
    };
    return Json::object()
        .set("game", game.id())
        .set("title", sheet.title)
        .set("doc", plain(sheet.doc))
        .set("sections", Json::array(sheet.sections, [&](const describe::Section& section) {
               return Json::object()
                   .set("id", section.id)
                   .set("heading", section.heading)
                   .set("entries", Json::array(section.entries, entry_json));
             }));
  }

  std::optional<std::string> html_;
};

}  // namespace

std::unique_ptr<Command> make_describe() { return std::make_unique<Describe>(); }

}  // namespace glint::cli
