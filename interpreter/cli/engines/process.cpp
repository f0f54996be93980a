#include "interpreter/cli/engines/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "interpreter/cli/console/console.hpp"
#include "interpreter/cli/files/files.hpp"

extern char** environ;

namespace glint::cli {

namespace {

#ifdef MSG_NOSIGNAL
constexpr int kNoSignal = MSG_NOSIGNAL;  // else sending to a program that has ended would end this one
#else
constexpr int kNoSignal = 0;
#endif

}  // namespace

Process::Process(const std::string& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) stop(kUsage, "cannot start `" + command + "`: " + reason(errno));
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  const int yes = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // a group of its own: Ctrl-C is for us
  std::string shell = "sh", option = "-c", text = command;
  char* arguments[] = {shell.data(), option.data(), text.data(), nullptr};
  const int problem = posix_spawnp(&id_, "sh", &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  socket_ = ends[0];
  if (problem == 0) return;
  close(socket_);
  stop(kUsage, "cannot start `" + command + "`: " + reason(problem));
}

Process::~Process() {
  close(socket_);
  constexpr double kGrace = 1;
  if (has_ended(kGrace)) return;
  kill(-id_, SIGKILL);
  waitpid(id_, nullptr, 0);
}

bool Process::send(std::string_view line) {
  std::string rest = std::string(line) + "\n";
  while (!rest.empty()) {
    const ssize_t sent = ::send(socket_, rest.data(), rest.size(), kNoSignal);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    rest.erase(0, static_cast<std::size_t>(sent));
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
  constexpr double kGrace = 1;
  constexpr int kNotFound = 127;
  if (!has_ended(kGrace)) return "it closed its output";
  if (WIFSIGNALED(*status_)) return "it was ended by signal " + std::to_string(WTERMSIG(*status_));
  const int status = WEXITSTATUS(*status_);
  return status == kNotFound ? "there is no such program" : "it ended with status " + std::to_string(status);
}

/// Whether it ends within this time.
bool Process::has_ended(double seconds) {
  Stopwatch watch;
  for (const double begin = watch.seconds(); !status_; usleep(1000)) {
    int status = 0;
    if (waitpid(id_, &status, WNOHANG) == id_) status_ = status;
    if (watch.seconds() - begin > seconds) break;
  }
  return status_.has_value();
}

}  // namespace glint::cli
