// Work that takes long, done in parts between messages.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <glint/glint.hpp>

namespace glint::desk {

class Job {
 public:
  virtual ~Job() = default;

  /// Whether a message waits: then a part ends early.
  using Calls = std::function<bool()>;

  /// Does a part of some ten milliseconds; if a bot plays, at least a ply. False: it is done. A job that was stopped
  /// (Limits::stop) is not wanted any longer: its result is worth nothing.
  virtual bool step(const Calls& calls) = 0;
  /// The result so far; at the end, the answer. `errors` are added to it.
  virtual nlohmann::ordered_json result() const = 0;
  virtual std::vector<Error> errors() const = 0;
  /// Whether the result says more than when this was asked last; some ten times in all.
  virtual bool has_news() = 0;
  /// How much is done, 0..100, and in words: "120 of 1000 games".
  virtual int percent() const = 0;
  virtual std::string words() const = 0;
  virtual std::string title() const = 0;
};

}  // namespace glint::desk
