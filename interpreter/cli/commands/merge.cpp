// glint merge: one report from the parts of a study, which may come from many machines.
#include <map>
#include <ostream>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/cli/options/game.hpp"
#include "interpreter/cli/report/study_report.hpp"
#include "interpreter/cli/studies/studied.hpp"
#include "interpreter/cli/studies/study_run.hpp"

namespace glint::cli {
namespace {

class Merge : public Command {
 public:
  Description description() const override {
    return {"merge", "combine the shards of a study into one report",
            "  glint merge a.json b.json c.json d.json    # from `glint study --shard I/4 --out FILE`\n"
            "  glint merge *.json --json    # as data; identical to an undivided study\n"
            "Next: `--html FILE` writes the report as a page, `glint compare GAME GAME` puts games side by side."};
  }

  void declare(Arguments& arguments) override {
    arguments.some("FILE", files_, "the files of all shards");
    arguments.text("--game", game_, "GAME", "the game, if it is no longer where the files say");
    arguments.texts("--path", common_.paths, "FOLDER", "also look for games and libraries in this folder; may be repeated");
    arguments.flag("--coverage", coverage_,
                   "report which lines of the rules ran, in all games with coverage");
    arguments.flag("--json", common_.json, "the report as JSON");
    arguments.text("--html", html_, "FILE", "also write the report as one HTML page with plots");
    arguments.flag("--partial", partial_, "report even if games are missing");
    arguments.limits(common_.limits, nullptr, 0, {});
  }

  int run(Console& console) override {
    check_output(html_, "--html", Output::page, common_.json);
    std::map<std::uint64_t, StudyPart> parts;
    std::map<std::uint64_t, std::string> file_of;
    std::string example;
    for (const std::string& file : files_) {
      Result<StudyPart> part = read_part(read_input(file, Input::study, console), input_name(file));
      if (!part) stop(kUsage, part.errors());
      if (!parts.empty()) {
        const StudyPart& first = parts.begin()->second;
        std::string other = difference(first.header, part->header);
        if (other.empty() && first.shards != part->shards)
          other =
              "one is of " + std::to_string(first.shards) + " shards and the other of " + std::to_string(part->shards);
        if (!other.empty())
          stop(kNo, "`" + file_of.begin()->second + "` and `" + file + "` are of different studies: " + other);
      }
      const std::uint64_t shard = part->shard;
      if (part->done < part->size()) {
        example = "`" + file + "` has " + std::to_string(part->done) + " of its " + std::to_string(part->size()) +
                  " games: run its shard again to finish it";
      }
      if (!parts.emplace(shard, std::move(*part)).second)
        stop(kNo, "`" + file_of[shard] + "` and `" + file + "` are the same shard, " + std::to_string(shard + 1));
      file_of[shard] = file;
    }
    StudyPart whole;
    whole.header = parts.begin()->second.header;
    const std::uint64_t shards = parts.begin()->second.shards;
    std::uint64_t missing = whole.header.plan.games;
    std::uint64_t absent = 0;
    for (const auto& [shard, part] : parts) {
      missing -= part.done;
      absent += shard == absent;
    }
    if (example.empty())
      example = "shard " + std::to_string(absent + 1) + "/" + std::to_string(shards) + " is missing";
    if (missing > 0 && !partial_)
      stop(kNo, std::to_string(missing) + (missing == 1 ? " game is missing: " : " games are missing: ") + example,
           "--partial reports on the games that were played");

    const Game game = load_studied(whole.header, file_of.begin()->second, game_, common_.paths, common_.limits,
                                   console);
    whole.tally = StudyTally(game.program());
    for (const auto& [shard, part] : parts) {
      check_fit(part, game, file_of[shard]);
      whole.tally.add(part.tally);
    }
    whole.done = whole.tally.games;
    const ReportForms forms{common_.json, html_, coverage_, all_threads()};
    report_document(console, study_report(game, whole, forms), forms);
    return kDone;
  }

 private:
  std::vector<std::string> files_;
  std::optional<std::string> game_, html_;
  bool coverage_ = false, partial_ = false;
  CommonOptions common_;
};

}  // namespace

std::unique_ptr<Command> make_merge() { return std::make_unique<Merge>(); }

}  // namespace glint::cli
