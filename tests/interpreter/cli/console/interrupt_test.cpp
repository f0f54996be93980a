// Ctrl-C while a command works: the work ends, what was done is kept, and the process ends by that signal.
#include <fstream>
#include <sstream>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/lab/study/study_file.hpp"
#include "tests/catch.hpp"
#include "tests/support/cli_run.hpp"

namespace glint::cli {
namespace {

/// A stream into a pipe.
class PipeBuffer : public std::streambuf {
 public:
  explicit PipeBuffer(int file) : file_(file) {}

 private:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    return ::write(file_, text, static_cast<std::size_t>(size));
  }
  int overflow(int c) override {
    const char one = static_cast<char>(c);
    return c == EOF || xsputn(&one, 1) == 1 ? 0 : EOF;
  }

  const int file_;
};

/// Begins a study in a process of its own, sends it the signal once it shows its progress, and answers all that it
/// printed. `status`: how it ended.
std::string interrupted_study(int number, const std::vector<std::string>& more, int& status,
                              const std::string& command = "study") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t id = fork();
  REQUIRE(id >= 0);
  if (id == 0) {
    PipeBuffer buffer(ends[1]);
    std::ostream err(&buffer);
    std::istringstream in;
    std::ostringstream out;
    Console console{in, out, err};
    console.err_is_terminal = true;
    std::vector<std::string> arguments{command, "laser_lawn", "--games", "1000000000", "--threads", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const int answer = run(arguments, console);
    end_as_stopped();
    _exit(answer);
  }
  close(ends[1]);
  std::string printed;
  char part[4096];
  for (ssize_t size; (size = read(ends[0], part, sizeof part)) > 0;) {
    if (printed.empty()) kill(id, number);
    printed.append(part, static_cast<std::size_t>(size));
  }
  close(ends[0]);
  waitpid(id, &status, 0);
  return printed;
}

TEST_CASE("interrupt: a signal stops what is under way, and the next command is not stopped", "[cli][stop]") {
  const auto before = signal(SIGINT, SIG_IGN);
  signal(SIGINT, SIG_DFL);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction was {}, is {};
    sigaction(number, nullptr, &was);
    Limits limits;
    bool is_late = false;
    limits.stop = [&is_late] { return is_late; };
    {
      const StopsWork stops(limits);
      CHECK_FALSE(limits.stop());
      is_late = true;
      CHECK(limits.stop());
      is_late = false;
      raise(number);
      CHECK(limits.stop());
    }
    sigaction(number, nullptr, &is);
    CHECK((is.sa_handler == was.sa_handler));
    const StopsWork next(limits);
    CHECK_FALSE(limits.stop());
  }
  // A process that was started with the signal ignored, as by `nohup`, is not stopped by it.
  signal(SIGINT, SIG_IGN);
  Limits limits;
  {
    const StopsWork stops(limits);
    raise(SIGINT);
    CHECK_FALSE(limits.stop());
  }
  signal(SIGINT, before);
}

TEST_CASE("interrupt: a study keeps what it has played, says so, and goes on", "[cli][stop]") {
  const Folder folder;
  const std::string file = folder / "s.json";
  std::uint64_t done = 0;
  for (const int number : {SIGINT, SIGTERM}) {
    int status = 0;
    const std::string printed = interrupted_study(number, {"--out", file}, status);
    INFO(printed);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == number);
    CHECK(printed.find("error[G0614]") != std::string::npos);
    std::ifstream in(file);
    const Result<StudyPart> part = read_part(std::string(std::istreambuf_iterator<char>(in), {}), file);
    REQUIRE(part.ok());
    // Stopped while it counts them again, it has the same.
    CHECK(part->games.size() >= std::max<std::uint64_t>(done, 1));
    done = part->games.size();
    CHECK(printed.find(std::to_string(done) + (done == 1 ? " game is" : " games are") + " saved: run the command again to resume") != std::string::npos);
  }
  int status = 0;
  const std::string printed = interrupted_study(SIGINT, {}, status);
  CHECK(WIFSIGNALED(status));
  CHECK(printed.find("with --out FILE a study saves its games") != std::string::npos);
  // Commands that refuse --out do not suggest it.
  for (const auto& [command, more] : {std::pair("compare", std::vector<std::string>{"half_silvered"}),
                                      std::pair("study", std::vector<std::string>{"--sweep", "side=5,6"})}) {
    const std::string several = interrupted_study(SIGINT, more, status, command);
    INFO(several);
    CHECK(WIFSIGNALED(status));
    CHECK(several.find("error[G0614]") != std::string::npos);
    CHECK(several.find("--out") == std::string::npos);
  }
}

}  // namespace
}  // namespace glint::cli
