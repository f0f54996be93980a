// Work that takes long, done in parts between messages.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <glint/glint.hpp>

namespace glint::desk {

class Job {
 public:
  virtual ~Job() = default;

  enum class Step { more, stopped, done };

  /// Does a part. A part that is stopped leaves everything as it was, and is done again.
  virtual Step step() = 0;
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
