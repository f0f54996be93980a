// Numbers that threads take one after the other, until there are none or one of them has met an error.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include <glint/glint.hpp>

namespace glint::cli {

/// Hands out 0, 1, ... below `size`. Of errors, that of the lowest number is kept: each number below it was handed out
/// before it, so which one that is does not depend on the threads.
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
