// glint replay: a record checked move by move.
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/files/opened.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/table/board.hpp"
#include "interpreter/game/record/record.hpp"
#include "interpreter/view/svg/svg.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {
namespace {

class Replay : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.one("RECORD", record_, "a record as `glint play --json` prints it; - for the input");
    arguments.text("--game", game_, "GAME", "replay with this script instead of the one in the record");
    arguments.text("--svg", svg_, "FILE", "draw the last position as SVG; - prints it");
    arguments.flag("--quiet", quiet_, "print only the result");
    common_.declare(arguments);
  }

  int run(Console& console) override {
    if (svg_ && *svg_ == "-" && common_.json) {
      stop(kUsage, "`--svg -` and `--json` would both be printed", "give --svg a file");
    }
    const auto [record, game] = open_record(record_, game_, common_, console);
    if (svg_) check_drawable(game);
    Result<Replayed> replayed = replay(game, record);
    // An impossible draw in the record is as wrong as an illegal move.
    if (!replayed)
      stop(replayed.errors().front().code == "G0608" ? kNo : kUsage, of_record(replayed.errors(), record_));
    for (const Error& warning : replayed->warnings) console.report(warning);
    if (svg_) write_output(*svg_, Output::picture, view::svg(view::scene_of(replayed->position)), console);
    const bool svg_on_out = svg_ && *svg_ == "-";
    const bool same_result = record.result.empty() || record.result == result_of(*replayed);
    if (!svg_on_out) {
      if (common_.json) {
        print_json(*replayed, same_result, console.out);
      } else {
        print(game, record, *replayed, console.out);
      }
    }
    if (!replayed->legal()) report_illegal(record, *replayed, console);
    if (replayed->finished() && !same_result) {
      console.report(plain_error("the record says `" + record.result + "`, but the game ended with `" +
                                 result_of(*replayed) + "`"));
    }
    if (replayed->legal() && !replayed->finished()) {
      console.report(plain_error("the record stops before the game ends"));
    }
    return replayed->finished() && same_result ? kDone : kNo;
  }

 private:
  static std::string result_of(const Replayed& replayed) {
    return replayed.finished() ? replayed.position.outcome_text() : "unfinished";
  }

  static void print_json(const Replayed& replayed, bool same_result, std::ostream& out) {
    Json json = Json::object();
    json.update({{"legal", replayed.legal()}, {"plies", replayed.plies}});
    json["result"] = replayed.legal() ? Json(result_of(replayed)) : Json();
    json.update({{"score", score_json(replayed.position)}, {"finished", replayed.finished()}});
    json.update({{"same_result", same_result}, {"warnings", json_of(replayed.warnings)}});
    if (replayed.error) json.update({{"error", json_of(*replayed.error)}, {"illegal_move", replayed.plies + 1}});
    out << json_text(json);
  }

  void print(const Game& game, const Record& record, const Replayed& replayed, std::ostream& out) const {
    out << game.title() << '\n';
    if (!quiet_) print_moves(out, game, record, replayed.plies);
    out << lang::counted(replayed.plies, "legal move") << ", "
        << (replayed.legal() ? result_of(replayed) : "then an illegal one") << '\n';
  }

  static void report_illegal(const Record& record, const Replayed& replayed, Console& console) {
    const Error& error = *replayed.error;
    const auto index = static_cast<std::size_t>(replayed.plies);
    const std::string move = index < record.moves.size()
                                 ? "move " + std::to_string(index + 1) + ", `" + record.moves[index] + "`"
                                 : "the end for want of time";
    Error refusal = plain_error(move + ": " + error.message, error.help);
    refusal.code = error.code;
    console.report(refusal);
  }

  std::string record_;
  std::optional<std::string> game_, svg_;
  bool quiet_ = false;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_replay() { return std::make_unique<Replay>(); }

}  // namespace glint::cli
