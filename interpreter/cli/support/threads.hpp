// Threads live here and nowhere else: the engine has none, and no state that they could share but a Game.
#pragma once

#include <functional>

namespace glint::cli {

inline constexpr int kMostThreads = 1024;

/// Does the work on so many threads at once, with numbers from 0; this one is the first of them. Where the system has
/// no more to give, on fewer, so what is to be done must lie in a queue for all. What one of them throws is thrown
/// here, once all have ended.
void on_threads(int threads, const std::function<void(int)>& work);

}  // namespace glint::cli
