#include "interpreter/cli/engines/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/files/files.hpp"

namespace glint::cli {

Process::Process(const std::string& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) stop(kUsage, "cannot start `" + command + "`: " + reason(errno));
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  id_ = fork();
  if (id_ == 0) {
    setpgid(0, 0);  // a group of its own: Ctrl-C is for us
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execlp("sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  socket_ = ends[0];
  if (id_ < 0) stop(kUsage, "cannot start `" + command + "`: " + reason(errno));
  before_ = signal(SIGPIPE, SIG_IGN);
}

Process::~Process() {
  close(socket_);
  signal(SIGPIPE, before_);
  if (id_ < 0) return;
  kill(-id_, SIGKILL);
  waitpid(id_, nullptr, 0);
}

bool Process::send(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = write(socket_, text.data() + sent, text.size() - sent);
    if (now <= 0 && errno != EINTR) return false;
    sent += static_cast<std::size_t>(std::max<ssize_t>(now, 0));
  }
  return true;
}

std::optional<std::string> Process::line(double seconds, const lang::Stop& stop) {
  constexpr std::size_t kMost = 1 << 20;  // of a line
  constexpr int kLook = 100;  // milliseconds
  Stopwatch watch;
  const double begin = watch.seconds();
  for (;;) {
    if (const std::size_t end = heard_.find('\n'); end != heard_.npos) {
      std::string line = heard_.substr(0, end);
      heard_.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    if (stop && stop()) throw lang::Stopped{};
    is_late_ = heard_.size() > kMost || watch.seconds() - begin > seconds;
    if (is_late_) return std::nullopt;
    pollfd wait{socket_, POLLIN, 0};
    if (poll(&wait, 1, kLook) <= 0) continue;
    char buffer[4096];
    const ssize_t got = read(socket_, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    heard_.append(buffer, static_cast<std::size_t>(got));
  }
}

std::string Process::why_silent() {
  if (is_late_) return "it has not answered in time";
  int status = 0;
  pid_t ended = 0;
  for (int tries = 0; ended == 0 && tries < 1000; ++tries, usleep(1000)) ended = waitpid(id_, &status, WNOHANG);
  if (ended != id_) return "it closed its output";
  id_ = -1;
  if (WIFSIGNALED(status)) return "it was ended by signal " + std::to_string(WTERMSIG(status));
  constexpr int kNotFound = 127;
  return WEXITSTATUS(status) == kNotFound ? "there is no such program" : "it ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace glint::cli
