#include "interpreter/cli/console/interrupt.hpp"

#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <utility>

namespace glint::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr std::size_t kStopping = 2;  // of these, the ones that stop work

/// The actions of the first signals before a handler took their place, unless they are ignored.
template <std::size_t n>
void handle(void (*handler)(int), struct sigaction (&before)[n]) {
  struct sigaction action {};
  action.sa_handler = handler;
  for (std::size_t i = 0; i < n; ++i) {
    sigaction(kSignals[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}
template <std::size_t n>
void restore(const struct sigaction (&before)[n]) {
  for (std::size_t i = 0; i < n; ++i) sigaction(kSignals[i], &before[i], nullptr);
}

/// All that the handler reads. Written only while these signals are blocked, or not yet handled.
struct AtEnd {
  char message[4096] = "";
  termios terminal{};
  bool has_terminal = false;
  struct sigaction before[3]{};
} at_end_of_process;

/// Calls nothing but functions that signal handlers may call.
extern "C" void end_by_signal(int number) {
  const AtEnd& it = at_end_of_process;
  if (it.has_terminal) tcsetattr(STDIN_FILENO, TCSANOW, &it.terminal);
  const char* rest = it.message;
  for (std::size_t left = std::strlen(rest); left > 0;) {
    const ssize_t put = write(STDOUT_FILENO, rest, left);
    if (put <= 0) break;
    rest += put;
    left -= static_cast<std::size_t>(put);
  }
  signal(number, SIG_DFL);  // it is blocked until this function returns, and then ends the process
  raise(number);
}

/// Blocks the signals while it lives.
class Blocked {
 public:
  Blocked() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : kSignals) sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  ~Blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Blocked(const Blocked&) = delete;
  Blocked& operator=(const Blocked&) = delete;

 private:
  sigset_t before_;
};

std::atomic<int> stopped_by = 0;  // the signal; 0: none
static_assert(std::atomic<int>::is_always_lock_free);
struct sigaction before_stopping[kStopping];

/// The next of these signals ends the process.
extern "C" void stop_by_signal(int number) {
  stopped_by = number;
  for (std::size_t i = 0; i < kStopping; ++i) signal(kSignals[i], SIG_DFL);
}

}  // namespace

Interrupts::Interrupts() {
  const Blocked blocked;
  AtEnd& it = at_end_of_process;
  it.message[0] = '\0';
  it.has_terminal = tcgetattr(STDIN_FILENO, &it.terminal) == 0;
  handle(end_by_signal, it.before);
}

Interrupts::~Interrupts() { restore(at_end_of_process.before); }

void Interrupts::at_end(const std::string& message) {
  const Blocked blocked;  // searching threads of programs read nothing of this
  char(&into)[4096] = at_end_of_process.message;
  into[message.copy(into, sizeof into - 1)] = '\0';
}

StopsWork::StopsWork(Limits& limits) {
  stopped_by = 0;
  limits.stop = [deadline = std::move(limits.stop)] {
    return stopped_by.load(std::memory_order_relaxed) != 0 || (deadline && deadline());
  };
  handle(stop_by_signal, before_stopping);  // reading from a terminal or pipe ends, too
}

StopsWork::~StopsWork() { restore(before_stopping); }

void end_as_stopped() {
  const int number = stopped_by;
  if (number == 0) return;
  signal(number, SIG_DFL);
  raise(number);
}

}  // namespace glint::cli
