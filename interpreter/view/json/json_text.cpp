#include "interpreter/view/json/json_text.hpp"

#include "interpreter/game/record/json_text.hpp"

namespace glint::view {
namespace {

std::string dumped(const Json& json, int indent) {
  return plain_json(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::string json_line(const Json& json) { return dumped(json, -1); }
std::string json_text(const Json& json) { return dumped(json, 2) + "\n"; }

void JsonText::open(char bracket) {
  if (!open_.empty()) next();
  text_ += bracket;
  open_.push_back(bracket);
  is_first_ = true;
}

void JsonText::open(std::string_view name, char bracket) {
  this->name(name);
  text_ += bracket;
  open_.push_back(bracket);
  is_first_ = true;
}

void JsonText::value(const Json& value) {
  next();
  append(value);
}

void JsonText::value(std::string_view name, const Json& value) {
  this->name(name);
  append(value);
}

void JsonText::close() {
  const char end = open_.back() == '{' ? '}' : ']';
  open_.pop_back();
  if (!is_first_) text_.append(1, '\n').append(2 * open_.size(), ' ');
  text_ += end;
  is_first_ = false;
  if (!open_.empty()) return;
  text_ += '\n';
  put_(std::exchange(text_, {}));
}

void JsonText::next() {
  constexpr std::size_t kPiece = 65'536;
  if (text_.size() >= kPiece) {
    put_(text_);
    text_.clear();
  }
  if (!std::exchange(is_first_, false)) text_ += ',';
  text_.append(1, '\n').append(2 * open_.size(), ' ');
}

void JsonText::name(std::string_view name) {
  next();
  append(name);
  text_ += ": ";
}

void JsonText::append(const Json& value) {
  for (const char c : dumped(value, 2)) {
    text_ += c;
    if (c == '\n') text_.append(2 * open_.size(), ' ');
  }
}

}  // namespace glint::view
