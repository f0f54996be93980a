// Play in a terminal of its own, as a person types: Tab, Ctrl-C, Ctrl-D.
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

#include "interpreter/cli/table/human.hpp"

namespace glint::cli {
namespace {

/// A command in a process with a pseudo terminal of 80 columns and 24 lines.
class Terminal {
 public:
  Terminal(const std::string& folder, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "glint");
    winsize size{};
    size.ws_col = 80;
    size.ws_row = 24;
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    REQUIRE(child_ >= 0);
    if (child_ > 0) return;
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    const bool there = chdir(folder.c_str()) == 0;
    const int status =
        there ? run_process(static_cast<int>(argv.size()), argv.data(), std::cin, std::cout, std::cerr) : 99;
    std::cout.flush();
    _exit(status);
  }

  ~Terminal() {
    close(terminal_);
    if (child_ > 0 && !ended_) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
  }

  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Whether this is printed after what was waited for last; waits for it twenty seconds at most.
  bool shows(const std::string& text) {
    while (true) {
      if (const std::size_t at = shown_.find(text, seen_); at != std::string::npos) {
        seen_ = at + text.size();
        return true;
      }
      pollfd ready{terminal_, POLLIN, 0};
      if (poll(&ready, 1, 20'000) <= 0) return false;
      char block[4096];
      const ssize_t got = read(terminal_, block, sizeof block);
      if (got <= 0) return false;
      shown_.append(block, static_cast<std::size_t>(got));
    }
  }

  bool type(const std::string& text) {
    return write(terminal_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }

  /// How the process ended; waits for it twenty seconds at most, so that one that goes on is a failure and no wait for ever.
  int status() {
    int status = 0;
    for (int waits = 0; waits < 200; ++waits) {
      if (waitpid(child_, &status, WNOHANG) == child_) {
        ended_ = true;
        return status;
      }
      poll(nullptr, 0, 100);
    }
    FAIL("the process goes on; it has shown\n" << shown_);
    return status;
  }

  const std::string& shown() const { return shown_; }

 private:
  int terminal_ = -1;
  pid_t child_ = -1;
  bool ended_ = false;
  std::string shown_;
  std::size_t seen_ = 0;
};

TEST_CASE("table: a person at a terminal leaves by Ctrl-C, goes on, and leaves by Ctrl-D", "[table]") {
  Folder folder;
  folder.write("lamps.glint", kLamps);
  {
    Terminal first(folder / "", {"play", "lamps.glint", "--draw", "mover=near"});
    CHECK(first.shows("The game is saved in lamps.json after every move."));
    CHECK(first.shows("5:00)>"));
    CHECK(first.type(can_edit_lines() ? "a1 e r\t\r" : "a1 e red\r"));
    CHECK(first.shows("1. near: a1 e red"));
    CHECK(first.shows("5:00)>"));
    CHECK(first.type("b1"));
    CHECK(first.type("\x03"));
    const bool told = first.shows("The game is saved in lamps.json; `glint play lamps.json` continues it.");
    INFO(first.shown());
    CHECK(told);
    const int status = first.status();
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
  }
  CHECK(std::filesystem::exists(folder / "lamps.json"));
  Terminal second(folder / "", {"play", "lamps.json"});
  CHECK(second.shows("Lamps, after 1 move; saved in lamps.json after every move."));
  CHECK(second.shows("5:00)>"));
  CHECK(second.type("c1 n blue\r"));
  CHECK(second.shows("2. far: c1 n blue"));
  CHECK(second.shows("5:00)>"));
  if (can_edit_lines()) {  // the line that was typed last can be called up again
    CHECK(second.type("\x1b[A\r"));
    CHECK(second.shows("a lamp already stands on c1"));
    CHECK(second.shows("5:00)>"));  // before it the terminal is not read key by key, and Ctrl-D would be lost
  }
  CHECK(second.type("\x04"));
  const bool told = second.shows("`glint play lamps.json` continues it.");
  INFO(second.shown());
  CHECK(told);
  const int status = second.status();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(nlohmann::json::parse(read_file(folder / "lamps.json"))["moves"].size() == 2);
}

TEST_CASE("table: what one player has typed cannot be called up by the other", "[table][secrets]") {
  if (!can_edit_lines()) return;
  Folder folder;
  folder.write("bids.glint", "game \"Bids\"\nuse square\nplayers sun, moon\nboard grid(1, 1)\nvar paid: 0..9 = 0\n"
                             "move bid \"bid {size}\" { pick size in 0..5\n  paid = size }\n"
                             "play { repeat { together { choose bid } } }\n");
  Terminal game(folder / "", {"play", "bids.glint", "--unsaved"});
  CHECK(game.shows("sun> "));
  CHECK(game.type("bid 8\rmoves bid 4\r"));
  CHECK(game.shows("1 move of 6"));
  CHECK(game.type("bid 5\r"));
  CHECK(game.shows("\x1b[2J\x1b[3J"));
  CHECK(game.shows("Hand over to moon"));
  CHECK(game.type("\r"));
  CHECK(game.shows("moon> "));
  CHECK(game.type("\x1b[A\x1b[A\x1b[Abid 1\r"));
  CHECK(game.shows("sun: bid 5"));
  INFO(game.shown());
  CHECK(game.shown().find("moon: bid 1") != std::string::npos);  // nothing came before it
  CHECK(game.type("quit\r"));
  CHECK(game.shown().find("bid 4", game.shown().find("Hand over")) == std::string::npos);
}

TEST_CASE("table: the clock is seen running, and ends the game without an answer", "[table]") {
  if (!can_edit_lines()) return;
  Folder folder;
  folder.write("quick.glint", "game \"Quick\"\nuse square\nplayers sun, moon\nboard grid(2, 2)\npiece stone { look \"o\" }\n"
                              "move lay \"{at}\" { pick at in empty; put stone on at }\n"
                              "clock { turn 0:02; reserve 0:01; out: opponent wins }\n"
                              "play { repeat { turn of each player { choose lay else { end : tie } } } }\n");
  Terminal game(folder / "", {"play", "quick.glint"});
  CHECK(game.shows("sun (turn 0:0"));
  CHECK(game.type("b"));
  CHECK(game.shows("\r\x1b[Ksun (turn 0:0"));
  const bool is_over = game.shows("sun is out of time.");
  INFO(game.shown());
  CHECK(is_over);
  CHECK(game.shows("The game is over: moon wins."));
  CHECK(WEXITSTATUS(game.status()) == 0);
}

}  // namespace
}  // namespace glint::cli
