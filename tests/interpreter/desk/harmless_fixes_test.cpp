// A code action must never harm a script: what is offered for single mistakes, and for many that are made by rule.
#include <cctype>
#include <cstdio>
#include <map>
#include <random>
#include <set>

#include "interpreter/embedded/embedded.hpp"
#include "tests/support/desk_script.hpp"
#include "tests/support/scale.hpp"

using namespace glint;
using namespace glint::desk;

namespace {

constexpr const char* kMoth = R"(game "Moth"
use hex
players ann, bob
board hexagon(4)
beam { }
piece lamp { facing: direction; emits facing; look "{facing}" }
piece mirror {
  line: axis
  when beam comes -> reflects across line
  look "{line}"
}
piece moth of player { look "{owner:1}" }

setup {
  put moth(owner = ann) on A1
  put moth(owner = bob) on G4
  put lamp(facing = e) on D4
}

let lit = beams.cells

move fly "{from}-{to}" {
  pick from in moth of me
  pick to in from + around & empty - lit
  move from to to
}

move set_up "mirror {at} {line}" {
  pick at in empty - lit
  pick line in {rising, falling, level}
  put mirror(line = line) on at
}

move swing "turn" {
  for spot in lamp { spot.facing += 1 }
}

play { repeat { turn of each player { choose fly or set_up or swing } } }

end for p in player when moth of p meets lit : p wins
end when seen == 3 : tie

test "bob wins" {
  play "turn"
  expect result : bob wins
}
)";

std::string replaced(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), now);
}

std::string applied(std::string text, const Edit& edit) {
  return text.replace(edit.at.begin, edit.at.end - edit.at.begin, edit.text);
}

std::size_t errors_of(Desk& desk, const std::string& document) {
  const std::vector<Finding> all = desk.findings(document);
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const Finding& one) { return !one.is_warning; }));
}

/// A text without its layout.
std::string without_blanks(const std::string& text) {
  std::string bare;
  for (const char c : text)
    if (c != ' ' && c != '\n') bare += c;
  return bare;
}

}  // namespace

TEST_CASE("desk: what is offered for a mistake mends it, and nothing is offered that does not", "[desk]") {
  struct Mistake {
    const char *right, *wrong;
    std::vector<std::string> titles;                    // of all that is offered
    const char* mended = nullptr;                       // what the first makes of the wrong text; else the right one
    const char *old_use = nullptr, *new_use = nullptr;  // or of another place
  };
  const Mistake all[] = {
      // What is put.
      {"moth(owner = ann)", "moth(ann)", {"insert `owner =`"}},
      {"moth(owner = ann)", "moth of ann", {"write `(owner = ann)`"}},
      {"lamp(facing = e)", "lamp(e)", {"insert `facing =`"}},
      {"on A1", "on a1", {"write `A1`"}},
      {"on G4", "on H9", {}},
      // Names of another kind than is wanted.
      {"emits facing", "emits fcing", {"write `facing`"}},
      {"facing += 1", "facing = left", {}},
      {"moth of me", "moth of self", {"write `me`"}},
      {"moth of me", "moth of enemy", {"write `opponent`"}, "moth of opponent"},
      {"seen == 3", "seen == moht", {}},
      // Words of other languages, by what is on both sides.
      {"moth of p meets lit", "moth of p is lit", {"write `within`", "write `meets`"}, "moth of p within lit"},
      {"seen == 3", "seen is 3", {"write `==`"}},
      {"& empty - lit\n  move", "and empty - lit\n  move", {"write `&`"}},
      {"& empty - lit\n  move", "and empty and not lit\n  move", {"write `&` and `-`"}},
      // A word or sign that is missing, or written twice.
      {"let lit", "lit", {"write `let lit`"}},
      {"move set_up", "set_up", {"insert `move`"}},
      {"turn of each", "of each", {"insert `turn`"}},
      {"expect result", "result", {"insert `expect`"}},
      {"  play \"turn\"\n",
       "  play \"turn\"\n  count(moth) == 2\n",
       {"insert `expect`"},
       "  play \"turn\"\n  expect count(moth) == 2\n"},
      {"line: axis", "line axis", {"insert `:`"}},
      {"{rising, falling", "{rising falling", {"insert `,`"}},
      {"hexagon(4)", "hexagon(4", {"insert `)`"}},
      {"(owner = bob)", "(owner = bob", {"insert `)`"}},
      {"on D4\n}\n", "on D4\n", {"add the line `}`"}},
      {"\"turn\" {", "\"turn\"", {"insert `{`"}},
      {"{line}\" {", "{line} {", {"add `\"`"}},
      {"pick at in", "pick pick at in", {"remove the second `pick`"}},
      {"lamp(facing", "lamp(facng", {"write `facing`"}},
      // The name that is declared may be the mistake; its uses are mended all the same.
      {"move swing",
       "move swng",
       {"write `swng`"},
       nullptr,
       "choose fly or set_up or swing",
       "choose fly or set_up or swng"},
  };
  for (const Mistake& mistake : all) {
    const std::string script = replaced(kMoth, mistake.right, mistake.wrong);
    INFO(mistake.wrong);
    Desk desk(bundled);
    desk.open("/a.glint", script);
    const std::size_t before = errors_of(desk, "/a.glint");
    CHECK(before > 0);
    std::vector<std::string> titles;  // each once: several errors may be mended by the same
    for (const Fix& fix : desk.fixes("/a.glint", 0, 9999)) {
      if (std::find(titles.begin(), titles.end(), fix.title) == titles.end()) titles.push_back(fix.title);
      Desk after(bundled);
      after.open("/a.glint", applied(script, fix.edit));
      CHECK(errors_of(after, "/a.glint") < before);
      if (fix.title != titles.front()) continue;
      std::string mended = replaced(kMoth, mistake.right, mistake.mended ? mistake.mended : mistake.right);
      if (mistake.old_use) mended = replaced(script, mistake.old_use, mistake.new_use);
      CHECK(without_blanks(applied(script, fix.edit)) == without_blanks(mended));
    }
    CHECK(titles == mistake.titles);
  }
}

namespace {

struct Token {
  std::size_t begin = 0, end = 0;
  bool is_word = false;
};

/// The tokens of a script; a text or a drawing is one, and comments are none.
std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> all;
  const auto is_part = [&](std::size_t i) {
    return std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_';
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (text.compare(at, 3, "\"\"\"") == 0) {
      at = std::min(text.find("\"\"\"", at + 3), text.size() - 3) + 3;
    } else if (text[at] == '"') {
      for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
        if (text[at] == '\\') ++at;
      ++at;
    } else if (is_part(at)) {
      while (at < text.size() && is_part(at)) ++at;
    } else {
      ++at;
    }
    const char first = text[begin];
    if (first != ' ' && first != '\n')
      all.push_back({begin, std::min(at, text.size()), std::isalpha(static_cast<unsigned char>(first)) != 0});
  }
  return all;
}

struct Broken {
  std::string how, text;
};

/// A script with one mistake, made by rule; empty if this rule makes none there.
Broken broken(const std::string& text, const std::vector<Token>& tokens, std::size_t number, std::mt19937& random) {
  const Token& token = tokens[number];
  const std::string word = text.substr(token.begin, token.end - token.begin);
  const auto with = [&](const std::string& now) { return text.substr(0, token.begin) + now + text.substr(token.end); };
  switch (random() % 5) {
    case 0:
      return {"drop", with("")};
    case 1:
      return {"double", with(word + " " + word)};
    case 2: {
      if (number + 1 == tokens.size()) return {};
      const Token& next = tokens[number + 1];
      const std::string other = text.substr(next.begin, next.end - next.begin);
      return {"swap", text.substr(0, token.begin) + other + text.substr(token.end, next.begin - token.end) + word +
                          text.substr(next.end)};
    }
    case 3: {
      if (!token.is_word || word.size() < 3) return {};
      std::string other = word;
      other[1 + random() % (word.size() - 1)] = static_cast<char>('a' + random() % 26);
      return {"letter", with(other)};
    }
    default: {
      const Token& one = tokens[random() % tokens.size()];
      if (!token.is_word || !one.is_word) return {};
      return {"name", with(text.substr(one.begin, one.end - one.begin))};
    }
  }
}

}  // namespace

TEST_CASE("desk: no fix of a script that was broken by rule leaves more errors", "[desk]") {
  const bool prints = std::getenv("GLINT_PRINT_GAPS") != nullptr;
  struct Count {
    int wrong = 0, offered = 0, right = 0, first = 0, harm = 0;
  };
  std::map<std::string, Count> counts;
  std::mt19937 random(3);
  const unsigned share = static_cast<unsigned>((prints ? 4000 : 200) * glint::test::scale());
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.ends_with(".glint") || file.text.size() > 6000) continue;
    const std::string name = "/" + std::string(file.path), text(file.text);
    const std::vector<Token> tokens = tokens_of(text);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (random() % 10000 >= share) continue;
      const Broken mistake = broken(text, tokens, i, random);
      if (mistake.text.empty()) continue;
      Desk desk(bundled);
      desk.open(name, mistake.text);
      const std::size_t before = errors_of(desk, name);
      if (before == 0) continue;
      Count& count = counts[mistake.how];
      ++count.wrong;
      const std::vector<Fix> fixes = desk.fixes(name, 0, static_cast<std::uint32_t>(mistake.text.size()));
      count.offered += !fixes.empty();
      bool is_right = false;
      for (std::size_t f = 0; f < fixes.size(); ++f) {
        const std::string after = applied(mistake.text, fixes[f].edit);
        const bool is_same = without_blanks(after) == without_blanks(text);
        is_right = is_right || is_same;
        count.first += f == 0 && is_same;
        Desk mended(bundled);
        mended.open(name, after);
        const std::size_t left = errors_of(mended, name);
        count.harm += left > before;
        INFO(name << ": " << mistake.how << " " << text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin)
                  << " at byte " << tokens[i].begin << ": " << fixes[f].title);
        CHECK(left <= before);
        if (prints && !is_same) {
          const auto line_of = [](const std::string& whole, std::size_t at) {
            const std::size_t line = whole.rfind('\n', at) + 1;
            return whole.substr(std::min(line, at), whole.find('\n', at) - std::min(line, at));
          };
          std::printf("other: %s %s%s\n   %s\n   %s\n   %s\n", mistake.how.c_str(), fixes[f].title.c_str(),
                      fixes[f].is_preferred ? " (preferred)" : "", line_of(text, tokens[i].begin).c_str(),
                      line_of(mistake.text, tokens[i].begin).c_str(), line_of(after, fixes[f].edit.at.begin).c_str());
        }
      }
      count.right += is_right;
    }
  }
  Count sum;
  for (const auto& [how, count] : counts) {
    if (prints)
      std::printf("%s: %d wrong, %d with offers, the right one among them %d, first %d, more errors after %d\n",
                  how.c_str(), count.wrong, count.offered, count.right, count.first, count.harm);
    sum.wrong += count.wrong;
    sum.right += count.right;
  }
  CHECK(sum.wrong > 0);
}
