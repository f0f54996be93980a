#include "tests/fuzz/words.hpp"

#include <algorithm>
#include <vector>

#include <glint/glint.hpp>

namespace glint::fuzz {

namespace {

using Words = std::vector<std::string>;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Names, numbers, texts in quotes, blanks, and every other byte by itself; together they are the text.
Words words_of(std::string_view text) {
  Words words;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(end), end = 0) {
    const char first = text[0];
    const auto take = [&](auto belongs) {
      while (end < text.size() && belongs(text[end])) ++end;
    };
    if (is_digit(first)) {
      take(is_digit);
    } else if (is_letter(first)) {
      take([](char c) { return is_letter(c) || is_digit(c); });
    } else if (first == ' ' || first == '\n') {
      take([&](char c) { return c == first; });
    } else if (first == '"') {
      end = std::min(text.find_first_of("\"\n", 1), text.size() - 1) + 1;
    } else {
      end = 1;
    }
    words.emplace_back(text.substr(0, end));
  }
  return words;
}

/// From an opening bracket past its partner; elsewhere to the end of the line.
std::size_t end_of_part(const Words& words, std::size_t begin) {
  int depth = 0;
  for (std::size_t at = begin; at < words.size(); ++at) {
    const char c = words[at][0];
    if (c == '{' || c == '(' || c == '[') ++depth;
    if ((c == '}' || c == ')' || c == ']') && --depth <= 0) return at + 1;
    if (c == '\n' && depth <= 0) return at + 1;
  }
  return words.size();
}

const char* const kNumbers[] = {"0",
                                "1",
                                "2",
                                "3",
                                "9",
                                "63",
                                "64",
                                "65",
                                "255",
                                "256",
                                "1000",
                                "65536",
                                "2147483647",
                                "9223372036854775807",
                                "18446744073709551616"};

void change(Words& words, Random& random) {
  const std::size_t at = random.below(words.size());
  const auto place = [&](std::size_t i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::size_t end =
      random.below(2) == 0 ? std::min(at + 1 + random.below(4), words.size()) : end_of_part(words, at);
  const Words part(place(at), place(end));
  switch (random.below(5)) {
    case 0:
      words.erase(place(at), place(end));
      break;
    case 1:
      words.insert(place(random.below(words.size() + 1)), part.begin(), part.end());
      break;
    case 2: {
      words.erase(place(at), place(end));
      words.insert(place(random.below(words.size() + 1)), part.begin(), part.end());
      break;
    }
    case 3: {  // another word of the same sort
      const std::size_t other = random.below(words.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& one = words[(other + i) % words.size()];
        if (one == words[at] || is_letter(one[0]) != is_letter(words[at][0]) ||
            is_digit(one[0]) != is_digit(words[at][0]))
          continue;
        words[at] = one;
        break;
      }
      break;
    }
    default:  // the next number
      for (std::size_t i = 0; i < words.size(); ++i) {
        std::string& one = words[(at + i) % words.size()];
        if (!is_digit(one[0])) continue;
        one = kNumbers[random.below(std::size(kNumbers))];
        break;
      }
  }
}

}  // namespace

std::string changed(std::string_view text, std::uint64_t seed) {
  Random random(seed);
  Words words = words_of(text);
  for (std::uint64_t left = 1 + random.below(3); left > 0 && !words.empty(); --left) change(words, random);
  std::string result;
  for (const std::string& word : words) result += word;
  return result;
}

}  // namespace glint::fuzz
