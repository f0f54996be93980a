// The only place with threads. The engine has none; threads share nothing of it but a Game.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include <glint/glint.hpp>

namespace glint::cli {

inline constexpr int kMostThreads = 1024;

/// Runs `work` on this many threads, the current one included, and passes each its number, from 0. If the system cannot
/// start as many, there are fewer, so the work must come from a shared queue. If one throws, its exception is thrown
/// here after all have ended.
void on_threads(int threads, const std::function<void(int)>& work);

/// A queue of the numbers 0, 1, ... below `size`, for threads to take from until it is empty or one of them has met an
/// error. The error of the lowest number is kept. All lower numbers were given out before, so this error does not
/// depend on the threads.
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

  /// Call it after all threads have ended.
  const std::optional<Error>& error() const { return error_; }

 private:
  const std::uint64_t size_;
  std::atomic<std::uint64_t> next_{0}, first_error_{UINT64_MAX};
  std::mutex mutex_;
  std::optional<Error> error_;
};

}  // namespace glint::cli
