// What may be written at a place. The text before it says where that is, also where it cannot be read yet.
#include <algorithm>
#include <set>

#include "interpreter/desk/analysis.hpp"

namespace glint::desk {
namespace {

using lang::SymbolKind;
using lang::WordPlace;

/// Where a place is: the blocks around it, and what is before it on its line.
struct Place {
  std::vector<std::string> blocks;  // by the first words of the lines that open them, the outermost first
  std::string line;                 // of the line, what is before the word
  bool in_text = false, in_comment = false;
};

Place place_of(std::string_view text, std::size_t at) {
  Place place;
  std::size_t line = 0, statement = 0;
  bool in_text = false, in_drawing = false;
  for (std::size_t i = 0; i < at; ++i) {
    const char c = text[i];
    if (in_drawing) {
      if (text.substr(i, 3) == "\"\"\"") {
        in_drawing = false;
        i += 2;
      }
    } else if (in_text) {
      if (c == '\\')
        ++i;
      else if (c == '"' || c == '\n')
        in_text = false;
    } else if (text.substr(i, 3) == "\"\"\"") {
      in_drawing = true;
      i += 2;
    } else if (c == '"') {
      in_text = true;
    } else if (text.substr(i, 2) == "//") {
      const std::size_t end = text.find('\n', i);
      if (end == std::string_view::npos || end >= at) {
        place.in_comment = true;
        return place;
      }
      i = end - 1;
    } else if (c == '{') {
      const std::size_t begin = text.find_first_not_of(" \t\r", statement);
      const std::string_view head = text.substr(begin, i - begin);
      place.blocks.emplace_back(head.substr(0, std::min(head.find_first_of(" \t({"), head.size())));
      statement = i + 1;
    } else if (c == '}') {
      if (!place.blocks.empty()) place.blocks.pop_back();
      statement = i + 1;
    } else if (c == ';') {
      statement = i + 1;
    }
    if (c == '\n') line = i + 1;
    if (c == '\n' && !in_drawing) statement = i + 1;
  }
  place.in_text = in_text || in_drawing;
  const std::size_t begin = std::max(line, statement);
  place.line = begin < at ? std::string(text.substr(begin, at - begin)) : "";
  return place;
}

/// The first word of a line, and how many there are.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      word += c;
    else if (!word.empty())
      words.push_back(std::exchange(word, {}));
  }
  return words;
}

/// Of several ways to go on, each name once.
class Offers {
 public:
  void add(const std::string& name, std::string kind, std::string detail) {
    if (!name.empty() && seen_.insert(name).second) all.push_back({name, std::move(kind), std::move(detail)});
  }
  void add(WordPlace place) {
    for (const lang::Word& word : lang::words()) {
      if (word.place != place || !seen_.insert(std::string(word.name)).second) continue;
      const bool is_value = place == WordPlace::value || place == WordPlace::type;
      all.push_back({std::string(word.name), "word", std::string(word.form), !is_value});
    }
  }
  std::vector<Completion> all;

 private:
  std::set<std::string> seen_;
};

bool is_test(const Place& place) {
  return std::find(place.blocks.begin(), place.blocks.end(), "test") != place.blocks.end();
}

}  // namespace

std::vector<Completion> Desk::completion(const std::string& document, std::uint32_t at) {
  const Analysis* known = analysis(document);
  if (!known || at > text(document)->size()) return {};
  const std::string& text = *this->text(document);
  const std::string_view word = word_at(text, at);
  const auto begin = static_cast<std::size_t>(word.data() - text.data());
  const Place place = place_of(text, begin);
  if (place.in_comment) return {};
  Offers offers;
  const std::vector<std::string> before = words_of(place.line);
  const std::string first = before.empty() ? "" : before.front();
  const auto detail_of = [&](const lang::Symbol& symbol) { return known->declaration(symbol); };
  const auto add_symbols = [&](auto wanted) {
    for (const lang::Symbol& symbol : known->index().symbols)
      if (wanted(symbol)) offers.add(symbol.name, std::string(lang::word_of(symbol.kind)), detail_of(symbol));
  };
  const auto add_kind = [&](SymbolKind kind) {
    add_symbols([&](const lang::Symbol& symbol) { return symbol.kind == kind; });
  };

  if (place.in_text) return {};
  if (begin > 0 && text[begin - 1] == '.' && (begin < 2 || text[begin - 2] != '.')) {
    const bool of_beam = word_at(text, static_cast<std::uint32_t>(begin - 1)) == "beam";
    if (of_beam) offers.add("way", "field of beams", "beam.way");
    add_symbols([&](const lang::Symbol& symbol) {
      return symbol.kind == SymbolKind::beam_field || (!of_beam && symbol.kind == SymbolKind::field);
    });
    if (!of_beam)
      for (const char* member :
           {"x", "y", "cells", "visits", "route", "looped", "cell", "way", "index", "owner", "level"})
        offers.add(member, "member", "");
    return offers.all;
  }
  const std::unique_ptr<lang::Loader> files = files_(document);
  if (place.blocks.empty()) {
    if (first == "use") {
      for (const std::string& name : files->names()) offers.add(name, "library", "use " + name);
      return offers.all;
    }
    if (first == "variant" || first == "with") {
      for (const std::string& name : files->game_names()) offers.add(name, "game", "");
      return offers.all;
    }
    if (first == "test") {
      add_kind(SymbolKind::option);
      return offers.all;
    }
    if (before.empty()) {
      offers.add(WordPlace::declaration);
      for (const char* both : {"let", "move", "play", "end", "score", "beam"}) {
        const lang::Word* word_of_both = lang::word_named(both);
        offers.add(both, "word", word_of_both ? std::string(word_of_both->form) : "");
      }
      return offers.all;
    }
    if (first == "replace" || first == "remove" || first == "extend" || first == "after" || first == "option") {
      if (before.size() == 1 && first != "after" && first != "option") {
        for (const char* kind :
             {"option", "type",  "piece", "optic", "var",   "bag",       "let",   "do",      "move",      "board",
              "beam",   "setup", "play",  "end",   "score", "heuristic", "clock", "players", "invariant", "show"})
          offers.add(kind, "word", "");
        return offers.all;
      }
      add_symbols([](const lang::Symbol& symbol) {
        return symbol.parent < 0 && symbol.at.file != 0 && symbol.kind != SymbolKind::rule &&
               symbol.kind != SymbolKind::test;
      });
      return offers.all;
    }
  } else if (before.empty()) {
    const std::string& block = place.blocks.back();
    if (block == "piece" || block == "extend") {
      for (const auto& [name, form] :
           {std::pair("emits", "emits DIRECTIONS { beam.FIELD = VALUE }"), std::pair("when", "when beam comes { ... }"),
            std::pair("look", "look \"text\"")})
        offers.add(name, "word", form);
      return offers.all;
    }
    if (block == "when" || block == "optic") {
      for (const auto& [name, form] :
           {std::pair("from", "from behind -> straight"), std::pair("if", "if CONDITION -> stops"),
            std::pair("otherwise", "otherwise -> stops")})
        offers.add(name, "word", form);
      return offers.all;
    }
    if (is_test(place)) offers.add(WordPlace::test);
    offers.add(WordPlace::statement);
    add_kind(SymbolKind::variable);
    add_kind(SymbolKind::effect);
    return offers.all;
  }
  if (first == "put" && before.size() == 1) {
    add_kind(SymbolKind::piece);
    return offers.all;
  }
  if (first == "choose") {
    add_kind(SymbolKind::move);
    return offers.all;
  }
  if (place.line.find("->") != std::string::npos && place.line.find('{', place.line.find("->")) == std::string::npos) {
    for (const auto& [name, form] : {std::pair("straight", "-> straight"), std::pair("stops", "-> stops"),
                                     std::pair("reflects", "-> reflects across AXIS"), std::pair("turns", "-> turns N"),
                                     std::pair("leaves", "-> leaves DIRECTION"), std::pair("to", "-> to CELL")})
      offers.add(name, "word", form);
    add_kind(SymbolKind::optic);
  }
  // A value: the nearest locals first, then what the game declares, then the words of the language.
  std::vector<const lang::Symbol*> locals;
  for (const lang::Symbol& symbol : known->index().symbols)
    if (symbol.kind == SymbolKind::local && symbol.scope.file == 0 && symbol.at.file == 0 &&
        symbol.scope.begin < begin && begin <= symbol.scope.end)
      locals.push_back(&symbol);
  for (auto local = locals.rbegin(); local != locals.rend(); ++local)
    offers.add((*local)->name, "local", detail_of(**local));
  for (const bool own : {true, false})
    add_symbols([&](const lang::Symbol& symbol) {
      const bool named = symbol.kind != SymbolKind::local && symbol.kind != SymbolKind::rule &&
                         symbol.kind != SymbolKind::test && symbol.kind != SymbolKind::game &&
                         symbol.kind != SymbolKind::move && symbol.kind != SymbolKind::effect;
      return named && (symbol.at.file == 0) == own;
    });
  offers.add(WordPlace::value);
  offers.add(WordPlace::fold);
  offers.add(WordPlace::type);
  return offers.all;
}

}  // namespace glint::desk
