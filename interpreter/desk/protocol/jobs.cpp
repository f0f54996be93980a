#include "interpreter/desk/protocol/jobs.hpp"

#include <algorithm>
#include <new>

#include "interpreter/desk/protocol/answers.hpp"
#include "interpreter/desk/protocol/requests.hpp"
#include "lang/diagnostics/diagnostic.hpp"
#include "lang/source/stop.hpp"

namespace glint::desk {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostJobs = 8;

}  // namespace

bool Jobs::is_full() const { return running_.size() >= kMostJobs; }

void Jobs::add(Running running) {
  running_.push_back(std::move(running));
  const Running& last = running_.back();
  client_.report(last.progress_token,
                 {{"kind", "begin"}, {"title", last.job->title()}, {"cancellable", true}, {"percentage", 0}});
}

bool Jobs::has(const Json& id) const {
  return std::any_of(running_.begin(), running_.end(), [&](const Running& each) { return each.id == id; });
}

void Jobs::work() {
  Running running = std::move(running_.front());
  running_.pop_front();
  current_.is_called = false;
  current_.id = running.id;
  bool more = false;
  std::string wrong;
  try {
    more = running.job->step([this] {
      stop_();  // the host lets the session foresee messages here
      return current_.is_called;
    });
  } catch (const lang::Stopped&) {  // it was cancelled, or the host stops all work
    wrong = lang::stopped().message;
  } catch (const std::bad_alloc&) {
    wrong = kNoMemory;
  } catch (const std::exception& error) {
    wrong = error.what();
  }
  current_.id = nullptr;
  const bool is_cancelled = std::exchange(current_.is_cancelled, false);
  if (is_cancelled || !wrong.empty()) {
    client_.fail(running.id, is_cancelled ? kCancelled : kInternalError, is_cancelled ? kWasCancelled : wrong);
    return client_.report(running.progress_token, {{"kind", "end"}});
  }
  try {
    tell(running, more);
  } catch (const std::bad_alloc&) {
    client_.fail(running.id, kInternalError, kNoMemory);
    client_.report(running.progress_token, {{"kind", "end"}});
  }
}

void Jobs::tell(Running& running, bool more) {
  if (running.job->has_news() || !more) {
    if (more) client_.report(running.partial_token, result_of(running));
    client_.report(running.progress_token,
           {{"kind", "report"}, {"message", running.job->words()}, {"percentage", running.job->percent()}});
  }
  if (more) return running_.push_back(std::move(running));
  client_.report(running.progress_token, {{"kind", "end"}, {"message", running.job->words()}});
  client_.answer(running.id, result_of(running));
}

Json Jobs::result_of(const Running& running) {
  Json result = running.job->result();
  result["errors"] = documents_.errors(running.job->errors(), running.document);
  return result;
}

void Jobs::cancel(const Json& id) {
  const auto found = std::find_if(running_.begin(), running_.end(), [&](const Running& each) { return each.id == id; });
  if (found == running_.end()) return;  // it was answered already
  client_.fail(id, kCancelled, kWasCancelled);
  client_.report(found->progress_token, {{"kind", "end"}});
  running_.erase(found);
}

void Jobs::cancel_all() {
  while (!running_.empty()) cancel(Json(running_.front().id));
}

}  // namespace glint::desk
