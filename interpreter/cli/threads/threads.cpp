#include "interpreter/cli/threads/threads.hpp"

#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace glint::cli {

void on_threads(int threads, const std::function<void(int)>& work) {
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto guarded = [&](int number) {
    try {
      work(number);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  others.reserve(static_cast<std::size_t>(threads));
  try {
    for (int number = 1; number < threads; ++number) others.emplace_back(guarded, number);
  } catch (const std::system_error&) {
  }
  guarded(0);
  for (std::thread& other : others) other.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace glint::cli
