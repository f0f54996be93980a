#include "interpreter/desk/protocol/snippets.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

/// With the signs that mean something in snippets as they are.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '$' || c == '}' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

class Stops {
 public:
  std::string next(std::string_view text) { return "${" + std::to_string(++count_) + ":" + escaped(text) + "}"; }

 private:
  int count_ = 0;
};

/// The text at the stop of a word in a form: for some words, no name could stand there.
std::string_view shown_at_stop(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> kShown[] = {{"OUTCOME", "stops"}, {"RESULT", "tie"}, {"SIDE", "ahead"}};
  for (const auto& [name, shown] : kShown)
    if (name == word) return shown;
  return word;
}

/// Words in capitals, and names of one letter, are to be filled in.
bool is_filled_in(std::string_view word) { return word.size() == 1 || std::all_of(word.begin(), word.end(), is_upper); }

}  // namespace

std::string snippet_of_form(const std::string& form) {
  for (const char* whole : {"\"\"\"", "DECLARATION"})
    if (form.find(whole) != std::string::npos) return {};
  constexpr std::string_view kBody = "{ ... }", kMore = ", ...";
  std::string snippet;
  Stops stops;
  for (std::size_t i = 0; i < form.size();) {
    std::size_t end = i;
    if (form[i] == '"') {
      end = std::min(form.find('"', i + 1), form.size() - 1);
      snippet += "\"" + stops.next(std::string_view(form).substr(i + 1, end - i - 1)) + "\"";
      i = end + 1;
    } else if (lang::is_digit(form[i])) {
      while (end < form.size() && (lang::is_digit(form[end]) || form[end] == ':')) ++end;
      snippet += stops.next(std::string_view(form).substr(i, end - i));
      i = end;
    } else if (lang::is_in_name(form[i])) {
      while (end < form.size() && lang::is_in_name(form[end])) ++end;
      const std::string_view word = std::string_view(form).substr(i, end - i);
      snippet += is_filled_in(word) ? stops.next(shown_at_stop(word)) : std::string(word);
      i = end;
    } else if (form.compare(i, kBody.size(), kBody) == 0) {
      snippet += snippet.find("$0") != std::string::npos ? "{\n  \n}" : "{\n  $0\n}";
      i += kBody.size();
    } else if (form.compare(i, kMore.size(), kMore) == 0) {
      i += kMore.size();
    } else {
      snippet += escaped(std::string_view(form).substr(i++, 1));
    }
  }
  return snippet;
}

std::string snippet_of_call(const std::string& name, const std::vector<std::string>& parameters) {
  Stops stops;
  std::string arguments;
  for (const std::string& each : parameters) arguments += (arguments.empty() ? "" : ", ") + stops.next(each);
  return name + "(" + arguments + ")";
}

}  // namespace glint::desk
