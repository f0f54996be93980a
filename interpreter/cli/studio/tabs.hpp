// Pages that are open in browsers, and the engines that serve them: each is a server of the protocol in a thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <glint/limits.hpp>
#include "interpreter/cli/threads/inbox.hpp"
#include "interpreter/desk/desk.hpp"

namespace glint::cli {

/// One engine: messages in, messages out, in a thread of its own.
class ServedEngine {
 public:
  using Say = std::function<void(const std::string& message)>;

  /// `say` is called in the engine's thread.
  ServedEngine(desk::Desk::Files files, const Limits& limits, Say say);
  /// Ends it, and waits for that.
  ~ServedEngine();

  void put(std::string message) { inbox_.put(std::move(message)); }
  /// It stops what it does, and says nothing any more; to wait for it would take a moment.
  void end();
  bool has_ended() const { return has_ended_; }

 private:
  Inbox inbox_;
  std::atomic<bool> is_ending_ = false, has_ended_ = false;
  std::thread thread_;
};

/// A page. What it is told are lines of text: the number of an engine, a blank, and a message in JSON; number 0 are
/// messages of the host's own.
class Tab {
 public:
  Tab(desk::Desk::Files files, const Limits& limits) : files_(std::move(files)), limits_(limits) {}
  ~Tab();

  /// Sends a message to this engine, 1 to 1000000; one that is new is started. False: it has too many already.
  bool send(int engine, std::string message);
  void end(int engine);
  void tell(const std::string& message) { add("0 " + message + "\n"); }

  /// A request that reads lines begins: its number. Those before it get nothing any more: their page may be gone, and what
  /// they took with it.
  int begin_listening();
  void end_listening();
  /// All lines that wait; waits for the first. Empty: none came within this time. Nothing: a newer request reads them.
  std::optional<std::string> take(int listener, std::chrono::milliseconds longest);

  /// Nobody has read its lines for a while: the page is closed.
  bool is_left();
  /// Throws away what has ended. To be called now and then.
  void tidy();

  std::string file, stamp;  // what the page has open; guarded by the owner of the tab

 private:
  using Clock = std::chrono::steady_clock;
  void add(const std::string& line);

  const desk::Desk::Files files_;
  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string waiting_;
  bool is_closed_ = false;
  int listeners_ = 0, newest_ = 0;
  Clock::time_point left_ = Clock::now();
  std::map<int, std::shared_ptr<ServedEngine>> engines_;
  std::vector<std::shared_ptr<ServedEngine>> ending_;
};

}  // namespace glint::cli
