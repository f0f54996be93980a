#include "interpreter/cli/studio/tabs.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "interpreter/cli/threads/inbox.hpp"
#include "interpreter/desk/protocol/server.hpp"

namespace glint::cli {
namespace {

constexpr std::uint64_t kMostWaiting = 16 << 20;  // bytes, of messages for an engine, and of lines for a page
constexpr std::size_t kMostEngines = 12;
constexpr std::chrono::seconds kPatience{15};  // a page that is loaded again is a new one

}  // namespace

struct ServedEngine::Parts {
  Inbox inbox{kMostWaiting};
  std::atomic<bool> is_ending = false, has_ended = false;
  std::thread thread;
};

ServedEngine::ServedEngine(desk::Desk::Files files, const Limits& given, Say say) : parts_(std::make_unique<Parts>()) {
  Parts& it = *parts_;
  it.thread = std::thread([&it, files = std::move(files), given, say = std::move(say)] {
    desk::Server* self = nullptr;
    Limits limits = given;
    limits.stop = [&] {
      if (self) it.inbox.look([&](const std::string& message) { self->foresee(message); });
      return it.is_ending || (given.stop && given.stop());
    };
    try {
      desk::Server server(
          files,
          [&](const std::string& message) {
            if (!it.is_ending) say(message);
          },
          limits);
      self = &server;
      while (!it.is_ending) {
        if (const auto message = it.inbox.take(!server.has_work()))
          server.receive(*message);
        else if (it.inbox.has_ended())
          break;
        else
          server.work();
      }
    } catch (const std::exception&) {  // out of memory; the page notices the silence and starts another engine
    }
    it.has_ended = true;
  });
}

ServedEngine::~ServedEngine() {
  end();
  parts_->thread.join();
}

void ServedEngine::put(std::string message) { parts_->inbox.put(std::move(message)); }

void ServedEngine::end() {
  parts_->is_ending = true;
  parts_->inbox.end();
}

bool ServedEngine::has_ended() const { return parts_->has_ended; }

Tab::~Tab() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;  // whoever waits for room to say something goes on
    for (auto& [number, engine] : engines_) engine->end();
  }
  changed_.notify_all();
  engines_.clear();
  ending_.clear();
}

void Tab::add(const std::string& line) {
  std::unique_lock lock(mutex_);
  // A page that does not read lets its engines wait.
  changed_.wait(lock, [&] { return is_closed_ || waiting_.size() < kMostWaiting; });
  if (!is_closed_) waiting_ += line;
  changed_.notify_all();
}

bool Tab::send(int number, std::string message) {
  std::shared_ptr<ServedEngine> engine;
  {
    const std::lock_guard lock(mutex_);
    auto found = engines_.find(number);
    if (found == engines_.end()) {
      if (engines_.size() + ending_.size() >= kMostEngines) return false;
      auto made = std::make_shared<ServedEngine>(files_, limits_, [this, number](const std::string& said) {
        add(std::to_string(number) + " " + said + "\n");
      });
      found = engines_.emplace(number, std::move(made)).first;
    }
    engine = found->second;
  }
  engine->put(std::move(message));
  return true;
}

void Tab::end(int number) {
  const std::lock_guard lock(mutex_);
  const auto found = engines_.find(number);
  if (found == engines_.end()) return;
  ending_.push_back(found->second);
  found->second->end();
  engines_.erase(found);
}

std::optional<std::string> Tab::take(int listener, std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [&] { return listener != newest_ || !waiting_.empty(); });
  if (listener != newest_) return std::nullopt;
  std::string lines = std::exchange(waiting_, {});
  changed_.notify_all();
  return lines;
}

int Tab::begin_listening() {
  const std::lock_guard lock(mutex_);
  ++listeners_;
  changed_.notify_all();
  return ++newest_;
}

void Tab::end_listening() {
  const std::lock_guard lock(mutex_);
  --listeners_;
  left_ = Clock::now();
}

bool Tab::is_left() {
  const std::lock_guard lock(mutex_);
  return listeners_ == 0 && Clock::now() - left_ > kPatience;
}

void Tab::tidy() {
  std::vector<std::shared_ptr<ServedEngine>> ended;  // destroyed without the lock, which their threads may want
  const std::lock_guard lock(mutex_);
  const auto first =
      std::partition(ending_.begin(), ending_.end(), [](const auto& each) { return !each->has_ended(); });
  ended.assign(std::make_move_iterator(first), std::make_move_iterator(ending_.end()));
  ending_.erase(first, ending_.end());
}

}  // namespace glint::cli
