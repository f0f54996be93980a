#include "interpreter/cli/studio/tabs.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "interpreter/desk/protocol/server.hpp"

namespace glint::cli {
namespace {

constexpr std::uint64_t kMostWaiting = 16 << 20;  // bytes, of messages for an engine, and of lines for a page
constexpr std::size_t kMostEngines = 12;
constexpr std::chrono::seconds kPatience{15};  // a page that is loaded again is a new one

}  // namespace

ServedEngine::ServedEngine(desk::Desk::Files files, const Limits& given, Say say) : inbox_(kMostWaiting) {
  thread_ = std::thread([this, files = std::move(files), given, say = std::move(say)] {
    desk::Server* self = nullptr;
    Limits limits = given;
    limits.stop = [&] {
      if (self) inbox_.look([&](const std::string& message) { self->foresee(message); });
      return is_ending_ || (given.stop && given.stop());
    };
    try {
      desk::Server server(
          files,
          [&](const std::string& message) {
            if (!is_ending_) say(message);
          },
          limits);
      self = &server;
      while (!is_ending_) {
        if (const auto message = inbox_.take(!server.has_work()))
          server.receive(*message);
        else if (inbox_.has_ended())
          break;
        else
          server.work();
      }
    } catch (const std::exception&) {  // out of memory; the page notices the silence and starts another engine
    }
    has_ended_ = true;
  });
}

ServedEngine::~ServedEngine() {
  end();
  thread_.join();
}

void ServedEngine::end() {
  is_ending_ = true;
  inbox_.end();
}

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
