// glint print: a game on paper.
#include <algorithm>
#include <ostream>
#include <utility>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/print/pages.hpp"
#include "interpreter/view/scene/scene.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

class Print : public GameCommand {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("GAME", game_, "a bundled game or variant, or a script");
    arguments.text("-o", out_, "FILE", "the PDF to write");
    arguments.required("-o");
    arguments.text("--only", only_, "PART", "only " + view::list_words(print::kParts, "or"));
    arguments.text("--paper", paper_, "PAPER", "a4 (the default) or letter");
    arguments.text("--size", size_, "MM", "millimetres from one cell to the next, as 25mm (the default)");
    arguments.number("--spare", options_.spare, 0, 50, "counters of each sort more than the rules need (1)");
    arguments.number("--count", options_.count, 1, 200, "counters of each sort of which the rules give no number");
    arguments.flag("--low-ink", options_.low_ink, "outlines on white");
    arguments.flag("--grey", options_.grey, "without colours");
    arguments.text("--positions", positions_, "FILE", "instead of the game positions to think about: worksheets");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    if (*out_ == "-") stop(kUsage, "a PDF is not printed on the standard output", "give -o a file");
    check_output(out_, "-o", Output::pdf, common_.json);
    read_options();
    const Game game = load_game(game_, common_, console);
    check_drawable(game);
    const Result<print::Kit> kit =
        positions_ ? print::worksheets(game, tasks(game, console), options_) : print::kit_of(game, options_);
    if (!kit) stop(kNo, kit.errors());
    if (kit->pages.empty()) stop(kNo, "`" + game.title() + "` has nothing to print as " + options_.only);
    write_output(*out_, Output::pdf, pdf_of(*kit), console);
    if (common_.json) {
      console.out << json_text(
          Json{{"game", game.id()}, {"file", *out_}, {"pages", kit->pages.size()}, {"notes", kit->notes}});
    } else {
      for (const std::string& note : kit->notes) console.out << note << '\n';
      if (kit->asks) console.out << "give --count N to print N of each of them\n";
      console.out << "wrote " << *out_ << ", " << lang::counted(kit->pages.size(), "page") << '\n';
    }
    return kDone;
  }

 private:
  /// The moves of the shortest solutions, if the position is a puzzle.
  static std::string solved(const Position& position) {
    constexpr std::size_t kMost = 3;
    const Result<Solved> found = solve(position, {.limit = 1'000'000, .max_returned = kMost});
    if (!found) stop(kNo, found.errors());
    std::vector<std::string> ways;
    for (const Solution& each : found->solutions) ways.push_back(lang::joined(each.moves, "; "));
    if (ways.empty()) return found->complete ? "There is no solution." : "No solution was found.";
    const bool is_more = found->count > ways.size();
    return lang::joined(ways, ", or ") + (is_more ? ", among others" : found->complete ? "" : ", and perhaps others");
  }

  /// The tasks of a file: lines of `? QUESTION`, `> MOVES` that lead there from the start, and `= ANSWER`. Without an
  /// answer the engine solves the position.
  std::vector<print::Task> tasks(const Game& game, Console& console) const {
    std::vector<print::Task> tasks;
    std::string question;
    PositionOptions where;
    const std::string text = read_input(*positions_, Input::position, console), name = input_name(*positions_) + ":";
    std::size_t number = 0;
    const auto add = [&](const std::string& answer) {
      const Position position = load_position(game, common_, where, console);
      tasks.push_back({std::exchange(question, ""), answer.empty() ? solved(position) : answer, position});
      where.after.reset();
    };
    for (const std::string_view line : lang::split(text, "\n")) {
      ++number;
      const std::string rest(line.empty() ? line : lang::trimmed(line.substr(1)));
      if (line.starts_with('?')) {
        if (!question.empty()) add("");
        question = rest;
      } else if (line.starts_with('>')) {
        where.after = rest;
      } else if (line.starts_with('=') && !question.empty()) {
        add(rest);
      } else if (!lang::trimmed(line).empty()) {
        stop(kUsage, name + std::to_string(number) + ": a line begins with `?`, `>`, or, after a question, with `=`");
      }
    }
    if (!question.empty()) add("");
    if (tasks.empty()) stop(kUsage, name + " there is no question");
    return tasks;
  }

  void read_options() {
    const std::string parts = view::list_words(print::kParts, "or"), size = size_.value_or("25");
    options_.only = only_.value_or("");
    if (only_ && std::find(print::kParts.begin(), print::kParts.end(), *only_) == print::kParts.end())
      stop(kUsage, "--only takes " + parts + ", found `" + *only_ + "`");
    if (paper_ && *paper_ != "a4" && *paper_ != "letter")
      stop(kUsage, "--paper takes a4 or letter, found `" + *paper_ + "`");
    if (paper_ == "letter") options_.paper = print::kLetter;
    const std::string number = size.substr(0, size.size() - (size.ends_with("mm") ? 2 : 0));
    options_.size = print::decimal_of(number).value_or(0);
    if (!(options_.size >= 8 && options_.size <= 100))
      stop(kUsage, "--size takes millimetres from 8 to 100, as in 25mm, found `" + size + "`");
  }

  std::optional<std::string> out_, only_, paper_, size_, positions_;
  print::Options options_;
};

}  // namespace

std::unique_ptr<Command> make_print() { return std::make_unique<Print>(); }

}  // namespace glint::cli
