// Messages on their way from the thread that reads them to the one that works.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace glint::cli {

class Inbox {
 public:
  /// `most`: bytes that may wait here.
  explicit Inbox(std::uint64_t most) : most_(most) {}

  /// Puts a message behind the others. A client that floods waits for room.
  void put(std::string message) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return has_ended_ || bytes_ < most_; });
    if (has_ended_) return;
    const std::size_t size = message.size();
    messages_.push_back(std::move(message));
    bytes_ += size;
    changed_.notify_all();
  }
  /// Nothing comes after this.
  void end() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }

  /// The next message; nothing if there is none. `waits`: until there is one, or the end.
  std::optional<std::string> take(bool waits) {
    std::unique_lock lock(mutex_);
    if (waits) changed_.wait(lock, [&] { return has_ended_ || !messages_.empty(); });
    return taken();
  }
  /// The next message; waits for it until then at most.
  std::optional<std::string> take_until(std::chrono::steady_clock::time_point time) {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, time, [&] { return has_ended_ || !messages_.empty(); });
    return taken();
  }
  /// Calls with each message that has come since the last call, without taking it.
  void look(auto see) {
    const std::lock_guard lock(mutex_);
    for (; seen_ < messages_.size(); ++seen_) see(messages_[seen_]);
  }
  /// True if all messages are taken, and no more will come.
  bool has_ended() {
    const std::lock_guard lock(mutex_);
    return has_ended_ && messages_.empty();
  }

 private:
  std::optional<std::string> taken() {
    if (messages_.empty()) return std::nullopt;
    std::string message = std::move(messages_.front());
    messages_.pop_front();
    bytes_ -= message.size();
    seen_ -= seen_ > 0;
    changed_.notify_all();
    return message;
  }

  const std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> messages_;
  std::size_t seen_ = 0;  // of these
  std::uint64_t bytes_ = 0;
  bool has_ended_ = false;
};

}  // namespace glint::cli
