#include "interpreter/cli/support/studied.hpp"

#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/game.hpp"
#include "interpreter/cli/support/named_script.hpp"
#include "interpreter/lab/study/study_check.hpp"

namespace glint::cli {

Game load_studied(const StudyHeader& header, const std::string& file, const std::optional<std::string>& script,
                  const std::vector<std::string>& paths, const Limits& limits, Console& console) {
  const std::string meant = "name the script with `--game` of `glint merge`";
  const std::string name = script ? *script : named_script(header.game, file, "study", paths, meant);
  Game game = load_game(name, header.options, paths, console, limits);
  const StudyHeader now = header_of(game, header.game, header.plan);
  std::string other = changed_since(now, header);
  if (other.empty()) other = difference(now, header);
  if (!other.empty())
    stop(kNo, "this is not the game that was studied: " + other,
         script ? "" : meant + ", if it has been moved");
  return game;
}

void check_fit(const StudyPart& part, const Game& game, const std::string& file) {
  const std::string wrong = misfit_of(part, game);
  if (!wrong.empty()) stop(kUsage, "`" + input_name(file) + "` cannot be a study of this game: " + wrong);
}

OpenedStudy open_study(const std::string& path, const std::vector<std::string>& paths, const Limits& limits,
                       Console& console) {
  Result<StudyPart> part = read_part(read_input(path, Input::study, console), input_name(path));
  if (!part) stop(kUsage, part.errors());
  check_folders(paths);
  Game game = load_studied(part->header, path, std::nullopt, paths, limits, console);
  check_fit(*part, game, path);
  return {std::move(game), std::move(*part)};
}

}  // namespace glint::cli
