#include "interpreter/cli/table/session.hpp"

#include "interpreter/cli/console/console.hpp"
#include "lang/diagnostics/presentable.hpp"

namespace glint::cli {
namespace {

std::string free_name(const std::string& beginning) {
  std::string path = beginning + ".json";
  for (int number = 2; exists(path); ++number) path = beginning + "-" + std::to_string(number) + ".json";
  return path;
}

}  // namespace

SavedGame SavedGame::in_new_file(const std::string& path) {
  if (path == "-") stop(kUsage, "--save keeps the game in a file, and `-` is the standard output");
  if (exists(path))
    stop(kUsage, "`" + path + "` already exists, and is not overwritten",
         "choose another name; `glint play FILE` continues a saved game");
  SavedGame game;
  game.path_ = path;
  return game;
}

SavedGame SavedGame::in_free_file(const std::string& beginning) {
  SavedGame game;
  game.beginning_ = beginning;
  game.path_ = free_name(beginning);
  return game;
}

SavedGame SavedGame::in_place(const std::string& path) {
  SavedGame game;
  game.path_ = path;
  try {
    check_replaceable(path);
    game.is_written_ = true;
  } catch (Stop& stopped) {
    stopped.errors[0].help = "`--unsaved` plays without saving, and `--save FILE` saves in a new file";
    throw;
  }
  return game;
}

void SavedGame::create(const std::string& text) {
  constexpr int kTries = 100;  // against others who take the free names at the same time
  for (int tries = 1;; ++tries) {
    try {
      create_file(path_, text);
      is_written_ = true;
      return;
    } catch (const Stop&) {
      if (beginning_.empty() || !exists(path_) || tries == kTries) throw;
    }
    path_ = free_name(beginning_);
  }
}

void SavedGame::write(const Record& record, std::ostream& talk) {
  if (!is_saved() || (!is_written() && record.moves.empty() && record.branches.empty() && record.notes.empty())) return;
  is_over_ = !record.result.empty();
  try {
    const std::string before = path_;
    if (is_written())
      replace_file(path_, write_record(record));
    else
      create(write_record(record));
    failure_.clear();
    if (path_ != before) talk << "The game is saved in " << lang::escaped(path_) << ".\n";
  } catch (const Stop& stopped) {
    if (failure_.empty()) {
      talk << "The game could not be saved: ";
      for (const Error& error : stopped.errors) talk << one_line(error) << '\n';
    }
    failure_ = stopped.errors;
  }
}

std::string SavedGame::farewell() const {
  if (!is_written() || !failure_.empty()) return "";
  constexpr std::size_t kColumns = 80;  // of the narrowest terminal
  const std::string saved = "The game is saved in " + lang::escaped(path_) + ";";
  const std::string goes_on =
      "`glint play " + for_shell(lang::escaped(path_)) + folders_ + (is_over_ ? "` shows it.\n" : "` continues it.\n");
  return saved + (saved.size() + goes_on.size() > kColumns ? "\n" : " ") + goes_on;
}

void SavedGame::look_in(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) folders_ += " --path " + for_shell(lang::escaped(folder));
}

}  // namespace glint::cli
