// The common part of this folder's files: errors become exceptions, and long calls release Python's interpreter and end
// when somebody presses Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glint/glint.hpp>
#include <glint/loader.hpp>
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/view/json/json.hpp"
#include "lang/source/stop.hpp"

namespace glint::python {

namespace py = pybind11;

/// Errors on their way to Python, where glint.errors turns them into an exception.
struct Failed {
  std::vector<Error> errors;
};
/// Throws these errors; an exception that already waits in Python, and may be their cause, comes first. Threads may
/// call this without the interpreter.
[[noreturn]] void fail(std::vector<Error> errors);
template <class T>
T taken(Result<T> result) {
  if (!result) fail(result.errors());
  return std::move(*result);
}
inline void check(const std::optional<Error>& error) {
  if (error) fail({*error});
}
/// A list for Python, with an element for each member of a container.
py::list list_of(const auto& range, auto of_each) {
  py::list all;
  for (const auto& each : range) all.append(of_each(each));
  return all;
}
/// A list of objects as `glint check --json` has them, with `rendered`, the text for a terminal.
std::string json_of(const std::vector<Error>& errors);

/// True if threads that work together should end. Python sets it.
using Cancel = std::atomic<bool>;

/// While it lives, this thread runs without Python's interpreter. It checks for signals now and then, as Python's own
/// code does between two lines. If a handler raises an exception, KeyboardInterrupt or any other, work ends.
class Call {
 public:
  /// Within another call it ends with that call.
  explicit Call(const Cancel* cancel) : cancel_(cancel || !current_ ? cancel : current_->cancel_),
                                        outer_(std::exchange(current_, this)) {}
  ~Call() { current_ = outer_; }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// True if the call of this thread, if any, must end: Limits::stop of all games here.
  static bool stops();
  /// Calls Python. If that raises an exception, the call ends, and the exception is raised afterwards.
  static void python(auto work) {
    const py::gil_scoped_acquire held;
    if (PyErr_Occurred() != nullptr) return;
    try {
      work();
    } catch (py::error_already_set& raised) {
      raised.restore();
      if (current_ != nullptr) current_->stopped_ = true;
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  static thread_local Call* current_;

  py::gil_scoped_release released_;
  const Cancel* cancel_;
  Call* outer_;
  bool stopped_ = false;
  Clock::time_point looked_ = Clock::now();
};

/// Long work in such a call. It must not share data with others, unless the data are safe for threads.
auto without_python(auto work, const Cancel* cancel = nullptr) {
  auto result = [&] {
    try {
      const Call call(cancel);
      return work();
    } catch (const lang::Stopped&) {
      fail({plain_error(lang::Code::G0614, "the work was stopped")});
    }
  }();
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return result;
}

/// The limits of all games here.
inline Limits limits() { return {.stop = &Call::stops}; }

/// Libraries and games that are not bundled, from a function of Python: `files(name, user)` returns (path, text) or
/// None; `user` is the path of the script that asks.
struct Files : lang::Loader {
  explicit Files(py::object files) : files(std::move(files)) {}

  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
    std::optional<lang::SourceFile> found;
    Call::python([&] {
      const py::object answer = files(std::string(name), user.name);
      if (answer.is_none()) return;
      auto [path, text] = answer.cast<std::pair<std::string, std::string>>();
      found = lang::SourceFile{std::move(path), std::move(text)};
    });
    return found;
  }

  py::object files;
};

// The part of the module that each file adds.
void add_positions(py::module_& module);
void add_lab(py::module_& module);
void add_batches(py::module_& module);

}  // namespace glint::python
