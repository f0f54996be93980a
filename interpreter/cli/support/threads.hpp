// Threads live here and nowhere else: the engine has none, and no state that they could share but a Game.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include <glint/glint.hpp>

namespace glint::cli {

inline constexpr int kMostThreads = 1024;

/// Does the work on this many threads at once, with numbers from 0; this one is the first of them. Where the system has
/// no more to give, on fewer, so what is to be done must lie in a queue for all. What one of them throws is thrown
/// here, once all have ended.
void on_threads(int threads, const std::function<void(int)>& work);

/// Numbers that threads take one after the other, 0, 1, ... below `size`, until there are none or one has met an error.
/// Of errors, that of the lowest number is kept: each number below it was handed out before it, so which one that is
/// does not depend on the threads.
class NumberQueue {
 public:
  explicit NumberQueue(std::uint64_t size) : size_(size) {}

  std::optional<std::uint64_t> take() {
    const std::uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
    if (number >= size_ || number > first_error_.load(std::memory_order_relaxed)) return std::nullopt;
    return number;
  }

  void fail(std::uint64_t number, Error error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (number >= first_error_.load(std::memory_order_relaxed)) return;
    first_error_.store(number, std::memory_order_relaxed);
    error_ = std::move(error);
  }

  /// Once no thread is at work any more.
  const std::optional<Error>& error() const { return error_; }

 private:
  const std::uint64_t size_;
  std::atomic<std::uint64_t> next_{0}, first_error_{UINT64_MAX};
  std::mutex mutex_;
  std::optional<Error> error_;
};

}  // namespace glint::cli
