#include "interpreter/cli/support/studied.hpp"

#include "interpreter/cli/support/files.hpp"
#include "interpreter/cli/support/game.hpp"

namespace glint::cli {

Game load_studied(const StudyHeader& header, const std::optional<std::string>& script,
                  const std::vector<std::string>& paths, Console& console) {
  Game game = load_game(script.value_or(header.game), header.options, paths, console);
  const StudyHeader now = header_of(game, header.game, header.plan);
  std::string other = changed_since(now, header);
  if (other.empty()) other = difference(now, header);
  if (!other.empty())
    stop(kNo, "the game is not the one that was studied: " + other,
         script ? "" : "--game of `glint merge` says which script is meant, if it lies elsewhere now");
  if (!fits(header.plan, game)) stop(kUsage, "the file's plan does not fit the game: it was changed");
  return game;
}

OpenedStudy open_study(const std::string& path, const std::vector<std::string>& paths, Console& console) {
  Result<StudyPart> part = read_part(read_input(path, Input::study, console), input_name(path));
  if (!part) stop(kUsage, part.errors());
  check_folders(paths);
  Game game = load_studied(part->header, std::nullopt, paths, console);
  if (!part->tally.fits(game.program())) stop(kUsage, "`" + path + "` does not fit the game: it was changed");
  return {std::move(game), std::move(*part)};
}

}  // namespace glint::cli
