// A command: its arguments, and what it does. Each has a file; `make_groups` lists and names them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/limits.hpp>
#include "interpreter/cli/console/console.hpp"

namespace CLI {
class App;
}

namespace glint::cli {

/// A command declares its arguments with this. Their values are filled in before it runs.
class Arguments {
 public:
  explicit Arguments(CLI::App& app) : app_(app) {}

  void one(const std::string& name, std::string& value, const std::string& help);
  void some(const std::string& name, std::vector<std::string>& values, const std::string& help);  // at least one
  void any(const std::string& name, std::vector<std::string>& values, const std::string& help);   // or none
  void flag(const std::string& name, bool& value, const std::string& help);
  void text(const std::string& name, std::optional<std::string>& value, const std::string& shown,
            const std::string& help);
  void texts(const std::string& name, std::vector<std::string>& values, const std::string& shown,
             const std::string& help);  // may be repeated
  void number(const std::string& name, std::optional<std::uint64_t>& value, const std::string& help);
  void number(const std::string& name, int& value, int low, int high, const std::string& help);
  void number(const std::string& name, double& value, double low, double high, const std::string& help);
  /// `--limit NAME=VALUE`, which may be repeated: a limit of what a script may take. Where `own` is not null, `--limit
  /// N` sets a number of the command itself, 1..most, with this help. `seconds=N` sets a deadline for the command; if
  /// `seconds` is not null, N goes there and is the deadline of each answer.
  void limits(Limits& limits, int* own, int most, const std::string& help, double* seconds = nullptr);
  /// `--budget TIME`: after this time (30s, 5m or 1h, at most a day) the command answers with its results so far. If
  /// `games` is not null, it also accepts a number of games from `low` to `high` instead.
  void budget(double& seconds, const std::string& help, int* games = nullptr, int low = 0, int high = 0);
  void required(const std::string& name);

 private:
  CLI::App& app_;
};

class Command {
 public:
  virtual ~Command() = default;
  /// Fills in the parts of examples that help.txt cannot know.
  virtual void complete(std::string& /*examples*/) const {}
  virtual void declare(Arguments& arguments) = 0;
  /// Returns the exit status; throws only Stop.
  virtual int run(Console& console) = 0;
};

std::unique_ptr<Command> make_list();
std::unique_ptr<Command> make_new();
std::unique_ptr<Command> make_check();
std::unique_ptr<Command> make_explain();
std::unique_ptr<Command> make_fmt();
std::unique_ptr<Command> make_lsp();
std::unique_ptr<Command> make_serve();
std::unique_ptr<Command> make_test();
std::unique_ptr<Command> make_show();
std::unique_ptr<Command> make_trace();
std::unique_ptr<Command> make_moves();
std::unique_ptr<Command> make_eval();
std::unique_ptr<Command> make_play();
std::unique_ptr<Command> make_replay();
std::unique_ptr<Command> make_perft();
std::unique_ptr<Command> make_solve();
std::unique_ptr<Command> make_describe();
std::unique_ptr<Command> make_print();
std::unique_ptr<Command> make_studio();
std::unique_ptr<Command> make_host();
std::unique_ptr<Command> make_diff();
std::unique_ptr<Command> make_bench();
std::unique_ptr<Command> make_study();
std::unique_ptr<Command> make_compare();
std::unique_ptr<Command> make_explore();
std::unique_ptr<Command> make_learn();
std::unique_ptr<Command> make_tune();
std::unique_ptr<Command> make_match();

}  // namespace glint::cli
