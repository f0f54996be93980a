// What is wrong with open documents, sent to the client at once after a change, and again when slower checks find more.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/desk/protocol/client.hpp"
#include "interpreter/desk/protocol/documents.hpp"

namespace glint::desk {

class Diagnostics {
 public:
  Diagnostics(Documents& documents, Client& client, Current& current, std::function<bool()> stop)
      : documents_(documents), client_(client), current_(current), stop_(std::move(stop)) {}

  /// Sends those of all documents that a change concerns, those of the changed one first.
  void publish(const std::string& changed);
  /// Takes back those of a document that was closed.
  void close(const std::string& document);

  /// Slower checks that are still to be made: whether there are any, the next one, and an end of them.
  bool has_more() const { return !unfinished_.empty(); }
  void check_further();
  void give_up() { unfinished_.clear(); }

  /// The document whose diagnostics are being computed, or empty; and that its text is about to change.
  const std::string& published() const { return published_; }
  void outdate() { is_outdated_ = true; }
  /// Whether what is being computed is outdated, or makes way for a message.
  bool is_unwanted() const { return is_outdated_ || (is_checking_ && current_.is_called); }

 private:
  void publish_one(const std::string& document);
  void send(const std::string& document, const std::vector<Finding>& findings);

  Documents& documents_;
  Client& client_;
  Current& current_;
  const std::function<bool()> stop_;
  std::deque<std::string> unfinished_;  // documents whose slower checks are not done; the next one first
  std::string published_;
  bool is_outdated_ = false;
  bool is_checking_ = false;  // a slower check is under way: it makes way for any message, and begins anew
};

}  // namespace glint::desk
