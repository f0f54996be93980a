// What completion offers, over the bundled scripts: at the beginning of each word of a correct script that word is offered,
// and whatever is offered can be read there.
#include <cctype>
#include <cstdio>
#include <map>
#include <random>
#include <set>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/embedded/embedded.hpp"
#include "lang/parse/expected.hpp"
#include "tests/support/desk_script.hpp"
#include "tests/support/scale.hpp"

using namespace glint;
using namespace glint::desk;

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_part(char c) { return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)); }

struct Token {
  std::uint32_t begin = 0, end = 0;
};

/// The words of a script outside of comments, of texts without placeholders, and of drawings.
std::vector<Token> words_in(const std::string& text) {
  std::vector<Token> words;
  for (std::uint32_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "//") == 0) {
      while (at < text.size() && text[at] != '\n') ++at;
    } else if (text.compare(at, 3, "\"\"\"") == 0) {
      at = static_cast<std::uint32_t>(std::min(text.find("\"\"\"", at + 3), text.size() - 3) + 3);
    } else if (text[at] == '"') {
      for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
        if (text[at] == '\\') ++at;
      ++at;
    } else if (is_part(text[at])) {
      const std::uint32_t begin = at;
      while (at < text.size() && is_part(text[at])) ++at;
      if (is_letter(text[begin])) words.push_back({begin, at});
    } else {
      ++at;
    }
  }
  return words;
}

/// Whether the grammar can read a text up to its end: then it tries something there.
bool is_readable(const std::string& text) {
  // A text or a bracket may be all that can follow.
  for (const char* next : {" ", " \"t\" ", " { ", " = ", "(", ": "}) {
    const std::string longer = text + next;
    if (!lang::expected_at(longer, static_cast<std::uint32_t>(longer.size())).empty()) return true;
  }
  return false;
}

/// "put KIND(FIELD = VALUE) on CELLS" as one may write it.
std::string filled(const std::string& form) {
  std::string text;
  for (std::size_t i = 0; i < form.size();) {
    if (form.compare(i, 3, "...") == 0) {
      i += 3;
    } else {
      text += form[i++];
    }
  }
  return text;
}

}  // namespace

TEST_CASE("desk: each word of a correct script is offered where it stands", "[desk]") {
  const bool prints = std::getenv("GLINT_PRINT_GAPS") != nullptr;
  for (const bool is_cut : {false, true}) {
    std::size_t words = 0, offered = 0, places = 0;
    std::map<std::string, std::vector<std::string>> missing;
    std::mt19937 random(1);
    for (const EmbeddedFile& file : embedded_files()) {
      if (!file.path.ends_with(".glint")) continue;
      Desk desk(bundled);
      const std::string name = "/" + std::string(file.path), text(file.text);
      desk.open(name, text);
      std::set<std::uint32_t> declared;
      std::set<std::string> known;
      const auto collect = [&](const auto& self, const std::vector<Outline>& outline) -> void {
        for (const Outline& each : outline) {
          declared.insert(each.at.begin);
          self(self, each.inside);
        }
      };
      collect(collect, desk.outline(name));
      for (const Token& word : words_in(text)) {
        const std::string token = text.substr(word.begin, word.end - word.begin);
        const std::vector<Range> defined = desk.definition(name, word.begin);
        // Where a name is made, nobody can know it.
        if (declared.count(word.begin) > 0) continue;
        if (std::any_of(defined.begin(), defined.end(), [&](const Range& each) { return each.file == name && each.begin == word.begin; })) continue;
        if (random() % 1000 >= (is_cut ? 20 : 60) * glint::test::scale()) continue;
        ++words;
        if (is_cut) {
          const std::size_t line_end = std::min(text.find('\n', word.begin), text.size());
          desk.open(name, text.substr(0, word.begin) + text.substr(line_end));
        }
        const std::vector<Completion> offers = desk.completion(name, word.begin);
        if (is_cut) desk.open(name, text);
        places += offers.size();
        const bool has = std::any_of(offers.begin(), offers.end(), [&](const Completion& each) { return each.name == token; });
        offered += has;
        if (!has) {
          const std::size_t line = text.rfind('\n', word.begin) + 1;
          missing[token].push_back(name + ": " + text.substr(line, word.begin - line) + "^" + token);
        }
      }
    }
    const double share = 100.0 * static_cast<double>(offered) / static_cast<double>(words);
    INFO((is_cut ? "with the rest of the line not written yet: " : "in the whole script: ") << offered << " of " << words);
    if (prints) {
      std::printf("%s %zu of %zu = %.2f %%, %.1f offers each\n", is_cut ? "cut" : "whole", offered, words, share,
                  static_cast<double>(places) / static_cast<double>(words));
      std::multimap<std::size_t, std::string> order;
      for (const auto& [token, all] : missing) order.emplace(all.size(), token);
      std::size_t shown = 0;
      for (auto each = order.rbegin(); each != order.rend() && shown++ < 60; ++each)
        std::printf("  %zu %s   %s\n", each->first, each->second.c_str(), missing[each->second].front().c_str());
    }
    CHECK(words > 0);
    CHECK(share >= (is_cut ? 80 : 94));
  }
}

TEST_CASE("desk: whatever is offered can be read where it is offered", "[desk]") {
  const bool prints = std::getenv("GLINT_PRINT_GAPS") != nullptr;
  std::mt19937 random(2);
  std::size_t tried = 0, wrong = 0;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.ends_with(".glint") || file.text.size() > 6000) continue;
    Desk desk(bundled);
    const std::string name = "/" + std::string(file.path), text(file.text);
    desk.open(name, text);
    for (const Token& word : words_in(text)) {
      if (tried > 0 && random() % 1000 >= 10 * glint::test::scale()) continue;
      for (const Completion& each : desk.completion(name, word.begin)) {
        if (random() % 10 != 0) continue;
        ++tried;
        const std::string before = text.substr(0, word.begin);
        const std::string inserted = each.is_form ? filled(each.detail) : each.name;
        const bool good = is_readable(before + inserted);
        wrong += !good;
        INFO(name << ", byte " << word.begin << ": `" << inserted << "` after " << before.substr(before.rfind('\n') + 1));
        if (prints && !good) std::printf("wrong: %s: %s^%s\n", name.c_str(), before.substr(before.rfind('\n') + 1).c_str(), inserted.c_str());
        if (!prints) CHECK(good);
      }
    }
  }
  if (prints) std::printf("%zu of %zu offers cannot be read\n", wrong, tried);
  CHECK(tried > 0);
}
