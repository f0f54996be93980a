// What may be written at a place.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <utility>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/text_place.hpp"
#include "lang/check/allowed.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/words.hpp"

namespace glint::desk {
namespace {

using lang::SymbolKind;
using lang::WordPlace;

/// What statements stand in, by the word of the declaration around them.
std::optional<lang::checking::Place> body_of(const TextPlace& place) {
  using In = lang::checking::Place;
  constexpr std::pair<std::string_view, In> kBodies[] = {{"move", In::move},   {"after", In::move}, {"do", In::effect},
                                                         {"setup", In::setup}, {"play", In::play},  {"test", In::test}};
  for (const auto& [word, in] : kBodies)
    if (!place.blocks.empty() && place.blocks.front() == word) return in;
  return std::nullopt;
}

/// Whether a statement that begins with this word can stand there.
bool can_begin(std::string_view word, lang::checking::Place place) {
  constexpr tree::StmtKind kAll[] = {
#define GLINT_STMT(name, ...) tree::StmtKind::name,
#include "lang/syntax/terms.def"
  };
  return std::any_of(std::begin(kAll), std::end(kAll), [&](tree::StmtKind kind) {
    return lang::word_of(kind) == word && lang::checking::can_hold(place, kind);
  });
}

/// Of several ways to go on, each name once.
class Offers {
 public:
  void add(const std::string& name, std::string kind, std::string detail, std::string doc = {}) {
    if (!name.empty() && seen_.insert(name).second)
      all.push_back({name, std::move(kind), std::move(detail), false, std::move(doc)});
  }
  void add(const lang::Word& word) {
    if (!seen_.insert(std::string(word.name)).second) return;
    const bool is_value = word.place == WordPlace::value || word.place == WordPlace::type || word.place == WordPlace::member;
    all.push_back({std::string(word.name), "word", std::string(word.form), !is_value, std::string(word.doc)});
  }
  void add(WordPlace place) {
    for (const lang::Word& word : lang::words())
      if (word.place == place) add(word);
  }
  std::vector<Completion> all;

 private:
  std::set<std::string> seen_;
};

/// What completion knows of one place.
class Completer {
 public:
  Completer(const Desk::Analysis& known, std::string_view text, std::size_t begin)
      : known_(known), place_(text_place(text, begin)), before_(words_of(place_.line)), begin_(begin),
        header_(header_before(text, begin)) {}

  const TextPlace& place() const { return place_; }
  std::string first() const { return before_.empty() ? "" : before_.front(); }
  Offers offers;

  // ---- parts of offers

  void add(const lang::Symbol& symbol) {
    std::string line = known_.declaration(symbol, Desk::Analysis::kOneLine);
    line.resize(std::min(line.find('\n'), line.size()));
    offers.add(symbol.name, std::string(lang::word_of(symbol.kind)), std::move(line), symbol.doc);
  }
  template <class Wanted>
  void add_symbols(Wanted wanted) {
    for (const lang::Symbol& symbol : known_.index().symbols)
      if (wanted(symbol)) add(symbol);
  }
  void add_kind(SymbolKind kind) {
    add_symbols([&](const lang::Symbol& symbol) { return symbol.kind == kind; });
  }
  void add_files(const std::vector<std::string>& names, const std::string& kind, const std::string& form) {
    for (const std::string& name : names) offers.add(name, kind, form + name);
  }

  /// The declarations of the game of which this is a variant, without those that a variant between has removed.
  std::vector<const tree::Decl*> base() const {
    std::vector<const tree::Decl*> all;
    std::set<std::string> removed;
    for (std::size_t number = 1; number < known_.file_count(); ++number) {
      const std::vector<tree::Decl>& decls = known_.file(number).decls;
      if (decls.empty() || decls.front().kind == tree::DeclKind::library) continue;
      for (const tree::Decl& decl : decls) {
        if (decl.change == tree::Change::remove && tree::has_name(decl)) removed.insert(decl.name.text);
        const bool declares = decl.change == tree::Change::add || decl.change == tree::Change::replace;
        const bool is_gone = tree::has_name(decl) && removed.count(decl.name.text) > 0;
        if (declares && !is_gone && !lang::words_of(decl.kind).empty()) all.push_back(&decl);
      }
    }
    return all;
  }

  // ---- places

  /// `x.`: what `x` has, if the checker says so; else whatever something has.
  void members(const std::optional<std::vector<std::string>>& known, bool of_beam) {
    const auto is_member = [&](const lang::Symbol& symbol) {
      return symbol.kind == SymbolKind::beam_field || symbol.kind == SymbolKind::beam_end ||
             (!of_beam && symbol.kind == SymbolKind::field);
    };
    const auto add_named = [&](const std::string& name) {
      add_symbols([&](const lang::Symbol& symbol) { return is_member(symbol) && symbol.name == name; });
      const lang::Word* word = lang::word_named(name, WordPlace::member);
      offers.add(name, "member", word ? std::string(word->form) : "", word ? std::string(word->doc) : "");
    };
    if (known) {
      for (const std::string& name : *known) add_named(name);
      return;
    }
    add_symbols(is_member);
    for (const lang::Word& word : lang::words())
      if (word.place == WordPlace::member && (!of_beam || word.name == "way")) add_named(std::string(word.name));
  }

  void top_level() {
    if (header_.empty()) {
      for (const std::string_view header : kHeaders) offers.add(*lang::word_named(header, WordPlace::declaration));
      return;
    }
    for (const lang::Word& word : lang::words()) {
      const bool is_header = std::find(std::begin(kHeaders), std::end(kHeaders), word.name) != std::end(kHeaders);
      const bool is_change = word.name == "replace" || word.name == "extend" || word.name == "remove";
      if (word.place == WordPlace::declaration && !is_header && (!is_change || header_ == "variant")) offers.add(word);
    }
  }

  /// Behind `replace`, `remove`, `extend`: what there is to change, first its kind, then its name. False: neither.
  bool change() {
    const std::string change = first();
    if (before_.size() == 1) {
      const auto add_words = [&](tree::DeclKind kind) {
        const std::string words = lang::words_of(kind);
        if (words.empty() || (change == "extend" && !lang::checking::can_be_extended(kind))) return;
        const lang::Word* word = lang::word_named(words, WordPlace::declaration);
        offers.add(words, "word", word ? std::string(word->form) : "", word ? std::string(word->doc) : "");
      };
      const std::vector<const tree::Decl*> base = this->base();
      for (const tree::Decl* decl : base) add_words(decl->kind);
      if (!base.empty()) return true;
      constexpr tree::DeclKind kAll[] = {
#define GLINT_DECL(name, ...) tree::DeclKind::name,
#include "lang/syntax/terms.def"
      };
      for (const tree::DeclKind kind : kAll) add_words(kind);
      return true;
    }
    if (before_.size() > 2 || place_.line.find_first_of("={:(") != std::string::npos) return false;
    if (before_[1] == "after") {
      add_kind(SymbolKind::move);
      return true;
    }
    for (const tree::Decl* decl : base())
      if (tree::has_name(*decl) && lang::words_of(decl->kind) == before_[1])
        add_symbols([&](const lang::Symbol& symbol) { return symbol.whole == decl->span; });
    return true;
  }

  /// `option side = `: its values, as far as the script lists them. False: this is no such place.
  bool option_values() {
    const std::size_t last = place_.line.find_last_not_of(' ');
    if (last == std::string::npos || place_.line[last] != '=' || before_.size() < 2) return false;
    bool is_known = false;
    for (std::size_t number = 0; number < known_.file_count() && !is_known; ++number) {
      for (const tree::Decl& decl : known_.file(number).decls) {
        if (decl.kind != tree::DeclKind::option || decl.name.text != before_.back() || decl.type.empty()) continue;
        is_known = true;
        const tree::TypeExpr& type = decl.type.front();
        const std::string domain(known_.sources->text(type.span));
        for (const tree::EnumValue& value : type.values) offers.add(value.name.text, "value", domain, decl.doc);
        if (type.values.empty()) add_numbers(domain, decl.doc);
        if (domain == "flag")
          for (const char* flag : {"on", "off"}) offers.add(flag, "value", domain, decl.doc);
      }
    }
    return is_known;
  }

  void statement() {
    const auto body = body_of(place_);
    for (const WordPlace place : {WordPlace::test, WordPlace::statement})
      for (const lang::Word& word : lang::words())
        if (word.place == place && (body ? can_begin(word.name, *body) : place != WordPlace::test)) offers.add(word);
    add_kind(SymbolKind::variable);
    add_kind(SymbolKind::effect);
  }

  /// A value: the nearest locals first, then what the game declares, then the words of the language.
  void value() {
    std::vector<const lang::Symbol*> locals;
    for (const lang::Symbol& symbol : known_.index().symbols)
      if (symbol.kind == SymbolKind::local && symbol.scope.file == 0 && symbol.at.file == 0 &&
          symbol.scope.begin < begin_ && begin_ <= symbol.scope.end)
        locals.push_back(&symbol);
    for (auto local = locals.rbegin(); local != locals.rend(); ++local) add(**local);
    if (!place_.blocks.empty() && place_.blocks.front() == "after") picks_of_moves(words_of(place_.outermost));
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
  }

  std::size_t words_before() const { return before_.size(); }
  bool is_variant() const { return header_ == "variant"; }

 private:
  /// An `after` knows the picks of its moves, which may be declared in another file.
  void picks_of_moves(const std::vector<std::string>& names) {
    add_symbols([&](const lang::Symbol& symbol) {
      if (symbol.kind != SymbolKind::local) return false;
      const auto& all = known_.index().symbols;
      return std::any_of(all.begin(), all.end(), [&](const lang::Symbol& move) {
        return move.kind == SymbolKind::move && std::find(names.begin() + 1, names.end(), move.name) != names.end() &&
               move.at.file == symbol.at.file && move.whole.begin <= symbol.at.begin && symbol.at.end <= move.whole.end;
      });
    });
  }

  static constexpr std::string_view kHeaders[] = {"game", "variant", "library"};
  static constexpr std::int64_t kMostNumbers = 200;

  /// Of "3..6" each number.
  void add_numbers(const std::string& domain, const std::string& doc) {
    const std::size_t dots = domain.find("..");
    if (dots == std::string::npos || domain.find_first_not_of("0123456789. -") != std::string::npos) return;
    const std::int64_t least = std::strtoll(domain.c_str(), nullptr, 10);
    const std::int64_t most = std::strtoll(domain.c_str() + dots + 2, nullptr, 10);
    for (std::int64_t each = least; each <= most && each - least < kMostNumbers; ++each)
      offers.add(std::to_string(each), "value", domain, doc);
  }

  const Desk::Analysis& known_;
  const TextPlace place_;
  const std::vector<std::string> before_;
  const std::size_t begin_;
  const std::string header_;
};

}  // namespace

std::vector<std::string> Desk::beside(const std::string& document, bool is_library) {
  const auto folder_of = [](const std::string& file) { return file.substr(0, file.rfind('/') + 1); };
  std::vector<std::string> names;
  for (const std::string& other : documents()) {
    constexpr std::string_view kEnding = ".glint";
    if (other == document || folder_of(other) != folder_of(document) || !other.ends_with(kEnding)) continue;
    const std::vector<tree::Decl>& decls = analysis(other)->file(0).decls;
    if (decls.empty() || (decls.front().kind == tree::DeclKind::library) != is_library) continue;
    const std::size_t begin = folder_of(other).size();
    names.push_back(other.substr(begin, other.size() - begin - kEnding.size()));
  }
  return names;
}

std::vector<Completion> Desk::completion(const std::string& document, std::uint32_t at) {
  const Analysis* known = analysis(document);
  if (!known || at > text(document)->size()) return {};
  const std::string& text = *this->text(document);
  const std::string_view word = word_at(text, at);
  const auto begin = static_cast<std::uint32_t>(word.data() - text.data());
  Completer completer(*known, text, begin);
  Offers& offers = completer.offers;
  const TextPlace& place = completer.place();
  if (place.in_comment || place.in_text) return {};
  const std::string first = completer.first();
  const std::size_t words = completer.words_before();

  if (begin > 0 && text[begin - 1] == '.' && (begin < 2 || text[begin - 2] != '.')) {
    const bool of_beam = word_at(text, begin - 1) == "beam";
    completer.members(members_at(document, begin, begin + static_cast<std::uint32_t>(word.size())), of_beam);
    return offers.all;
  }
  if (place.blocks.empty()) {
    const std::unique_ptr<lang::Loader> files = files_(document);
    if (first == "use") {
      completer.add_files(beside(document, true), "library", "use ");
      completer.add_files(files->names(), "library", "use ");
      return offers.all;
    }
    if (first == "variant" || first == "with") {
      completer.add_files(beside(document, false), "game", "of ");
      completer.add_files(files->game_names(), "game", "of ");
      return offers.all;
    }
    if (words == 0) {
      completer.top_level();
      return offers.all;
    }
    if ((first == "option" || first == "test") && completer.option_values()) return offers.all;
    if (first == "test" || (first == "option" && words == 1 && completer.is_variant())) {
      completer.add_kind(SymbolKind::option);
      return offers.all;
    }
    if (first == "after") {
      completer.add_kind(SymbolKind::move);
      return offers.all;
    }
    if ((first == "replace" || first == "remove" || first == "extend") && completer.change()) return offers.all;
  } else if (words == 0) {
    const std::string& block = place.blocks.back();
    if (block == "piece") {
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
    completer.statement();
    return offers.all;
  }
  if (first == "put" && words == 1) {
    completer.add_kind(SymbolKind::piece);
    return offers.all;
  }
  if (first == "choose") {
    completer.add_kind(SymbolKind::move);
    return offers.all;
  }
  if (place.line.find("->") != std::string::npos && place.line.find('{', place.line.find("->")) == std::string::npos) {
    for (const auto& [name, form] : {std::pair("straight", "-> straight"), std::pair("stops", "-> stops"),
                                     std::pair("reflects", "-> reflects across AXIS"), std::pair("turns", "-> turns N"),
                                     std::pair("leaves", "-> leaves DIRECTION"), std::pair("to", "-> to CELL")})
      offers.add(name, "word", form);
    completer.add_kind(SymbolKind::optic);
  }
  completer.value();
  return offers.all;
}

}  // namespace glint::desk
