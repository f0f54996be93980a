#include "interpreter/cli/studio/browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <thread>

extern char** environ;

namespace glint::cli {

bool open_browser(const std::string& address) {
#ifdef __APPLE__
  const char* const opener = "open";
#else
  const char* const opener = "xdg-open";
#endif
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  posix_spawn_file_actions_addopen(&silent, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&silent, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&silent, 2, "/dev/null", O_WRONLY, 0);
  std::string program = opener, argument = address;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t id = 0;
  const bool is_started = posix_spawnp(&id, opener, &silent, nullptr, arguments, environ) == 0;
  posix_spawn_file_actions_destroy(&silent);
  if (is_started) std::thread([id] { waitpid(id, nullptr, 0); }).detach();
  return is_started;
}

}  // namespace glint::cli
