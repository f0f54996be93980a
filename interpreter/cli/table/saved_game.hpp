// A game that is saved after every move, so that nothing that ends the program can lose it.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/files/files.hpp"
#include "interpreter/cli/files/written.hpp"
#include "interpreter/game/record/record.hpp"

namespace glint::cli {

class SavedGame {
 public:
  SavedGame() = default;  // is not saved
  /// A new file, made with the first move. Stops if it is there.
  static SavedGame in_new_file(const std::string& path);
  /// A new file with this beginning of its name: NAME.json, NAME-2.json, and so on: the first that is free.
  static SavedGame in_free_file(const std::string& beginning);
  /// The file of a record that is continued. Stops if it cannot be written.
  static SavedGame in_place(const std::string& path);

  bool is_saved() const { return !path_.empty(); }
  const std::string& path() const { return path_; }
  /// True if the file holds the game by now.
  bool is_written() const { return is_written_; }

  /// The command that goes on with it looks for its script in these folders, too.
  void look_in(const std::vector<std::string>& folders);
  /// Saves the game as it is now. If that fails, says so on `talk` the first time: the game goes on.
  void write(const Record& record, std::ostream& talk);
  /// The reason why the file lacks the latest state of the game; empty if it has it, or should not.
  const std::vector<Error>& failure() const { return failure_; }
  /// "The game is saved in x.json; `glint play x.json` continues it.", or after the end shows it; empty if it is not.
  std::string farewell() const;
  /// Ctrl-C and the like say farewell from here on.
  void handle_interrupts();

 private:
  void create(const std::string& text);

  std::string path_, beginning_;  // `beginning_`: another number may be taken
  std::string folders_;           // " --path x", for the command that goes on with it
  bool is_written_ = false, is_over_ = false;
  std::vector<Error> failure_;
  std::unique_ptr<Interrupts> interrupts_;
};

}  // namespace glint::cli
