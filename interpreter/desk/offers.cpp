#include "interpreter/desk/offers.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "lang/check/allowed.hpp"
#include "lang/syntax/mentions.hpp"
#include "lang/syntax/walk.hpp"

namespace glint::desk {
namespace {

using lang::Expected;
using lang::SymbolKind;
using lang::WordGroup;
using lang::WordPlace;
using lang::parsing::Kind;

constexpr std::string_view kHeaders[] = {"game", "variant", "library"};
constexpr std::int64_t kMostNumbers = 200;

bool holds(std::initializer_list<std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The declaration of a symbol; null if it has none of its own.
const tree::Decl* declared_by(const Desk::Analysis& known, const lang::Symbol& symbol) {
  const auto find = [&](const auto& self, const std::vector<tree::Decl>& decls) -> const tree::Decl* {
    for (const tree::Decl& decl : decls) {
      if (decl.span == symbol.whole) return &decl;
      if (const tree::Decl* inside = self(self, decls_of(decl))) return inside;
    }
    return nullptr;
  };
  return symbol.at.file < known.file_count() ? find(find, known.file(symbol.at.file).decls) : nullptr;
}

/// The kind of body around a statement: by the outermost node around it, except a change.
std::optional<lang::checking::Place> body_of(const Expected::OpenNodes& open) {
  using In = lang::checking::Place;
  constexpr std::pair<Kind, In> kBodies[] = {{Kind::move_declaration, In::move}, {Kind::after, In::move},
                                             {Kind::effect, In::effect},         {Kind::setup, In::setup},
                                             {Kind::play, In::play},             {Kind::test, In::test}};
  for (const Expected::Open& node : open)
    for (const auto& [kind, in] : kBodies)
      if (node.kind == kind) return in;
  return std::nullopt;
}

/// True if a statement that begins with this word can stand there.
bool can_begin(std::string_view word, lang::checking::Place place) {
  constexpr tree::StmtKind kAll[] = {
#define GLINT_STMT(name, ...) tree::StmtKind::name,
#include "lang/syntax/terms.def"
  };
  return std::any_of(std::begin(kAll), std::end(kAll), [&](tree::StmtKind kind) {
    return lang::word_of(kind) == word && lang::checking::can_hold(place, kind);
  });
}

/// True if it continues the text before it, and begins nothing.
bool goes_on(const Expected::Word& word) { return !word.begins || word.group == WordGroup::operation; }

/// The names that chance sets in `play`, in moves and in the setup.
struct DrawnNames {
  std::vector<std::string> names;
  void operator()(const tree::Stmt& stmt) {
    if (stmt.kind == tree::StmtKind::draw) names.push_back(stmt.name.text);
    each_part(stmt, *this);
  }
  void operator()(const tree::Decl& decl) { each_part(decl, *this); }
  template <class Node>
  void operator()(const Node&) {}
};

}  // namespace

const lang::Word* entry_of(const Expected::Word& word) {
  // After a value, `of` is about the value; else it is part of a declaration or of `turn`.
  const bool is_after_value = !word.open.empty() && (word.open.back().kind == Kind::applied || word.open.back().kind == Kind::can);
  WordPlace first = word.group == WordGroup::operation || is_after_value ? WordPlace::operation : WordPlace::part;
  if (word.begins) {
    switch (word.group) {
      case WordGroup::declaration: first = WordPlace::declaration; break;
      case WordGroup::statement: first = WordPlace::statement; break;
      case WordGroup::piece: first = WordPlace::piece; break;
      case WordGroup::optic: first = WordPlace::optic; break;
      case WordGroup::way: first = WordPlace::way; break;
      case WordGroup::value: first = WordPlace::fold; break;
      case WordGroup::operation: first = WordPlace::operation; break;
      default: break;
    }
  }
  for (const WordPlace place : {first, first == WordPlace::statement ? WordPlace::test : first, WordPlace::part,
                                WordPlace::operation, WordPlace::fold, WordPlace::value})
    if (const lang::Word* found = lang::word_named(word.text, place)) return found;
  return lang::word_named(word.text);
}

Offers::Offers(const Desk::Analysis& known, const std::string& text, std::size_t begin,
               const std::vector<std::string>& labels)
    : known_(known), text_(text), begin_(begin), labels_(labels), header_(header_before(text, begin)) {
  std::size_t end = begin;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
  next_is_bracket_ = end < text.size() && text[end] == '(';
  const std::size_t next = std::min(text.find_first_not_of(" \t\r", end), text.size());
  is_last_ = next == text.size() || text[next] == '\n' || text[next] == '}' || text.compare(next, 2, "//") == 0;
}

// ---- single ones

void Offers::add(const std::string& name, std::string kind, std::string detail, std::string doc) {
  if (!name.empty() && seen_.insert(name).second)
    all_.push_back({name, std::move(kind), std::move(detail), false, std::move(doc), {}});
}

void Offers::add(const lang::Symbol& symbol) {
  std::string line = known_.declaration(symbol, Desk::Analysis::kOneLine);
  line.resize(std::min(line.find('\n'), line.size()));
  add(symbol.name, std::string(lang::word_of(symbol.kind)), std::move(line), symbol.doc);
}

void Offers::calls(std::initializer_list<SymbolKind> kinds) {
  if (next_is_bracket_) return;
  for (Completion& each : all_) {
    for (const lang::Symbol& symbol : known_.index().symbols) {
      const bool is_meant = symbol.name == each.name && each.kind == lang::word_of(symbol.kind) &&
                            std::find(kinds.begin(), kinds.end(), symbol.kind) != kinds.end();
      const tree::Decl* decl = is_meant && each.parameters.empty() ? declared_by(known_, symbol) : nullptr;
      if (!decl) continue;
      for (const tree::Param& parameter : params_of(*decl)) each.parameters.push_back(parameter.name.text);
      break;
    }
  }
}

void Offers::add(const lang::Word& word, bool is_form) {
  if (seen_.insert(std::string(word.name)).second)
    all_.push_back({std::string(word.name), "word", std::string(word.form), is_form, std::string(word.doc), {}});
}

// ---- words

bool Offers::may_begin(const Expected::Word& word) const {
  const bool is_header = std::find(std::begin(kHeaders), std::end(kHeaders), word.text) != std::end(kHeaders);
  if (word.group == WordGroup::declaration && word.open.empty()) {
    if (header_.empty() || is_header) return header_.empty() && is_header;
    if (holds({"replace", "extend", "remove"}, word.text)) return header_ == "variant";
    return word.text != "needs" || header_ == "library";
  }
  if (word.group == WordGroup::statement) {
    const auto body = body_of(word.open);
    return !body || can_begin(word.text, *body);
  }
  return true;
}

void Offers::words(const Expected& expected, bool begins) {
  for (const Expected::Word& word : expected.words) {
    if (goes_on(word) == begins || (begins && !may_begin(word))) continue;
    if (is_type_ && word.group == WordGroup::value) continue;
    const bool is_whole = word.group == WordGroup::declaration || word.group == WordGroup::statement ||
                          word.group == WordGroup::piece || word.group == WordGroup::optic;
    if (const lang::Word* entry = entry_of(word)) add(*entry, begins && is_whole && is_last_);
  }
}

void Offers::kinds_of_base(const Expected& expected) {
  std::set<std::string> wanted;  // the first words of the kinds
  for (const tree::Decl* decl : base()) {
    const std::string words = lang::words_of(decl->kind);
    wanted.insert(words.substr(0, words.find(' ')));
  }
  for (const bool known : {true, false}) {
    for (const Expected::Word& word : expected.words) {
      if (!word.begins || word.group != WordGroup::declaration) continue;
      if (known && wanted.count(std::string(word.text)) == 0) continue;
      if (const lang::Word* entry = entry_of(word)) add(*entry, false);
    }
    if (!all_.empty()) return;
  }
}

void Offers::place(WordPlace place) {
  for (const lang::Word& word : lang::words())
    if (word.place == place) add(word, false);
}

// ---- names

void Offers::kind(SymbolKind kind) {
  symbols([&](const lang::Symbol& symbol) { return symbol.kind == kind; });
}

void Offers::files(const std::vector<std::string>& names, const std::string& kind, const std::string& form) {
  for (const std::string& name : names) add(name, kind, form + name);
}

void Offers::members(const std::optional<std::vector<std::string>>& known, bool of_beam) {
  const auto is_member = [&](const lang::Symbol& symbol) {
    return symbol.kind == SymbolKind::beam_field || symbol.kind == SymbolKind::beam_end ||
           (!of_beam && symbol.kind == SymbolKind::field);
  };
  const auto add_named = [&](const std::string& name) {
    symbols([&](const lang::Symbol& symbol) { return is_member(symbol) && symbol.name == name; });
    const lang::Word* word = lang::word_named(name, WordPlace::member);
    add(name, "member", word ? std::string(word->form) : "", word ? std::string(word->doc) : "");
  };
  if (known) {
    for (const std::string& name : *known) add_named(name);
    return;
  }
  symbols(is_member);
  for (const lang::Word& word : lang::words())
    if (word.place == WordPlace::member && (!of_beam || word.name == "way")) add_named(std::string(word.name));
}

/// The declarations of the game of which this is a variant, without those that a variant in between has removed.
std::vector<const tree::Decl*> Offers::base() const {
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

void Offers::names_of_base(const std::string& words) {
  for (const tree::Decl* decl : base())
    if (tree::has_name(*decl) && lang::words_of(decl->kind) == words)
      symbols([&](const lang::Symbol& symbol) { return symbol.whole == decl->span; });
}

bool Offers::option_values(const std::string& option) {
  for (std::size_t number = 0; number < known_.file_count(); ++number) {
    for (const tree::Decl& decl : known_.file(number).decls) {
      if (decl.kind != tree::DeclKind::option || decl.name.text != option || !type_of(decl)) continue;
      const tree::TypeExpr& type = *type_of(decl);
      const std::string domain(known_.sources->text(type.span));
      for (const tree::EnumValue& value : type.values) add(value.name.text, "value", domain, decl.doc);
      if (type.values.empty()) numbers(domain, decl.doc);
      if (domain == "flag")
        for (const char* flag : {"on", "off"}) add(flag, "value", domain, decl.doc);
      return !all_.empty();
    }
  }
  return false;
}

/// Offers each number of "3..6".
void Offers::numbers(const std::string& domain, const std::string& doc) {
  const std::size_t dots = domain.find("..");
  if (dots == std::string::npos || domain.find_first_not_of("0123456789. -") != std::string::npos) return;
  const std::int64_t least = std::strtoll(domain.c_str(), nullptr, 10);
  const std::int64_t most = std::strtoll(domain.c_str() + dots + 2, nullptr, 10);
  for (std::int64_t each = least; each <= most && each - least < kMostNumbers; ++each)
    add(std::to_string(each), "value", domain, doc);
}

void Offers::locals() {
  std::vector<const lang::Symbol*> locals;
  for (const lang::Symbol& symbol : known_.index().symbols)
    if (symbol.kind == SymbolKind::local && symbol.scope.file == 0 && symbol.at.file == 0 &&
        symbol.scope.begin < begin_ && begin_ <= symbol.scope.end)
      locals.push_back(&symbol);
  for (auto local = locals.rbegin(); local != locals.rend(); ++local) add(**local);
  const TextPlace place = text_place(text_, begin_);
  if (!place.blocks.empty() && place.blocks.front() == "after") picks_of_moves(words_of(place.outermost));
}

/// An `after` knows the picks of its moves, which may be declared in another file.
void Offers::picks_of_moves(const std::vector<std::string>& names) {
  symbols([&](const lang::Symbol& symbol) {
    if (symbol.kind != SymbolKind::local) return false;
    const auto& all = known_.index().symbols;
    return std::any_of(all.begin(), all.end(), [&](const lang::Symbol& move) {
      return move.kind == SymbolKind::move && std::find(names.begin() + 1, names.end(), move.name) != names.end() &&
             move.at.file == symbol.at.file && move.whole.begin <= symbol.at.begin && symbol.at.end <= move.whole.end;
    });
  });
}

void Offers::values() {
  for (const bool own : {true, false})
    symbols([&](const lang::Symbol& symbol) {
      const bool is_value =
          symbol.kind == SymbolKind::player || symbol.kind == SymbolKind::option || symbol.kind == SymbolKind::type ||
          symbol.kind == SymbolKind::value || symbol.kind == SymbolKind::direction || symbol.kind == SymbolKind::axis ||
          symbol.kind == SymbolKind::piece || symbol.kind == SymbolKind::field || symbol.kind == SymbolKind::variable ||
          symbol.kind == SymbolKind::let;
      return is_value && (symbol.at.file == 0) == own && !is_made_here(symbol) && is_of_board(symbol);
    });
  place(WordPlace::value);
  place(WordPlace::type);
  for (const char* flag : {"on", "off"}) add(*lang::word_named(flag), false);
  for (const std::string& label : labels_) add(label, "cell", "a cell of the board");
}

/// A name that is being declared has no value yet; a piece may name itself.
bool Offers::is_made_here(const lang::Symbol& symbol) const {
  return symbol.at.file == 0 && symbol.kind != SymbolKind::piece && symbol.kind != SymbolKind::player &&
         symbol.at.begin < begin_ && symbol.whole.begin < begin_ && begin_ <= symbol.whole.end;
}

/// Directions and axes are those of the board's lattice, if it is known.
bool Offers::is_of_board(const lang::Symbol& symbol) {
  if (symbol.kind != SymbolKind::direction && symbol.kind != SymbolKind::axis) return true;
  if (!lattices_) {
    lattices_.emplace();
    std::set<std::string> boards;
    for (const bool is_use : {true, false})
      for (std::size_t number = 0; number < known_.file_count(); ++number)
        for (const tree::Decl& decl : known_.file(number).decls) {
          if (is_use && decl.kind == tree::DeclKind::use_board) boards.insert(decl.name.text);
          const auto* board = decl.get_if<tree::BoardDecl>();
          if (board && (board->is_inline || boards.count(decl.name.text) > 0)) lattices_->insert(board->lattice.text);
        }
  }
  const auto& all = known_.index().symbols;
  return lattices_->empty() || symbol.parent < 0 || header_ == "library" ||
         lattices_->count(all[static_cast<std::size_t>(symbol.parent)].name) > 0;
}

/// The picks in the text of a move whose notation is being written, so that it cannot be read.
void Offers::picks_below() {
  std::size_t at = std::min(text_.find('\n', begin_), text_.size());
  int depth = 1;
  while (at < text_.size() && depth > 0) {
    const std::size_t end = std::min(text_.find('\n', at + 1), text_.size());
    const std::string line = text_.substr(at, end - at);
    const std::vector<std::string> words = words_of(line);
    if (words.size() > 1 && words[0] == "pick")
      add(words[1] == "some" && words.size() > 2 && words[2] != "in" ? words[2] : words[1], "local",
          line.substr(line.find_first_not_of(" \t\r\n")));
    depth += static_cast<int>(std::count(line.begin(), line.end(), '{')) - static_cast<int>(std::count(line.begin(), line.end(), '}'));
    at = end;
  }
}

void Offers::picks_around() {
  for (const lang::Symbol& move : known_.index().symbols) {
    if (move.kind != SymbolKind::move || move.at.file != 0 || begin_ < move.whole.begin || begin_ > move.whole.end) continue;
    symbols([&](const lang::Symbol& symbol) {
      return symbol.kind == SymbolKind::local && symbol.at.file == 0 && move.whole.begin <= symbol.at.begin &&
             symbol.at.end <= move.whole.end && known_.sources->text(symbol.whole).starts_with("pick ");
    });
  }
  if (all_.empty()) picks_below();
}

void Offers::types() {
  is_type_ = true;
  const std::size_t before = begin_ == 0 ? std::string::npos : text_.find_last_not_of(" \t", begin_ - 1);
  if (before == std::string::npos || before == 0 || text_.compare(before - 1, 2, "..") != 0) {
    kind(SymbolKind::type);
    return place(WordPlace::type);
  }
  // A range ends at a number: an option of this type, or a constant.
  symbols([&](const lang::Symbol& symbol) {
    const bool is_option = symbol.kind == SymbolKind::option && known_.sources->text(symbol.whole).find("..") != std::string_view::npos;
    const tree::Decl* let = symbol.kind == SymbolKind::let ? declared_by(known_, symbol) : nullptr;
    return is_option || (let && params_of(*let).empty() && !is_made_here(symbol));
  });
}

void Offers::bags() {
  for (std::size_t number = 0; number < known_.file_count(); ++number)
    for (const tree::Decl& decl : known_.file(number).decls)
      if (decl.kind == tree::DeclKind::bag)
        symbols([&](const lang::Symbol& symbol) { return symbol.kind == SymbolKind::variable && symbol.whole == decl.span; });
}

void Offers::drawn() {
  DrawnNames drawn;
  for (std::size_t number = 0; number < known_.file_count(); ++number)
    for (const tree::Decl& decl : known_.file(number).decls) drawn(decl);
  for (const std::string& name : drawn.names)
    symbols([&](const lang::Symbol& symbol) {
      return symbol.name == name && (symbol.kind == SymbolKind::variable || symbol.kind == SymbolKind::local);
    });
}

void Offers::targets(bool in_update) {
  if (in_update) {
    add(*lang::word_named("beam", WordPlace::value), false);
    return;
  }
  kind(SymbolKind::variable);
  kind(SymbolKind::effect);
  locals();
}

void Offers::rank(const lang::Wanted& wanted) {
  enum Rank : std::size_t { special, fitting, cell, near, word, other };
  std::map<std::string, std::pair<std::size_t, std::size_t>> places;
  const auto note = [&](const std::vector<std::string>& names, Rank rank) {
    for (const std::string& name : names) places.emplace(name, std::pair(std::size_t{rank}, places.size() + 1));
  };
  note(wanted.fits, fitting);
  note(wanted.near, near);
  bool is_before_names = true;  // words that only this place has, as `some` after `pick x in`
  std::vector<std::pair<std::pair<std::size_t, std::size_t>, Completion>> ranked;
  for (Completion& each : all_) {
    is_before_names = is_before_names && each.kind == "word";
    const auto found = places.find(each.name);
    std::pair<std::size_t, std::size_t> place{other, 0};
    if (is_before_names)
      place = {special, 0};
    else if (each.kind == "cell" && wanted.is_cell)
      place = {cell, 0};
    else if (each.kind == "local" && wanted.is_flag)  // a condition may begin with any value
      place = {fitting, 0};
    else if (found != places.end())
      place = found->second;
    else if (each.kind == "word" && !lang::word_named(each.name, WordPlace::value) && !lang::word_named(each.name, WordPlace::type))
      place = {word, 0};
    ranked.emplace_back(place, std::move(each));
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  all_.clear();
  for (auto& [place, each] : ranked) all_.push_back(std::move(each));
}

void Offers::arguments_of(const std::string& kind) {
  const auto& all = known_.index().symbols;
  symbols([&](const lang::Symbol& symbol) {
    return symbol.kind == SymbolKind::field && symbol.parent >= 0 && all[static_cast<std::size_t>(symbol.parent)].name == kind;
  });
  for (std::size_t number = 0; number < known_.file_count(); ++number)
    for (const tree::Decl& decl : known_.file(number).decls) {
      const auto* piece = decl.get_if<tree::PieceDecl>();
      if (!piece || !piece->owned || decl.name.text != kind) continue;
      const lang::Word& owner = *lang::word_named("owner", WordPlace::member);
      add("owner", "field", std::string(owner.form), std::string(owner.doc));
    }
}

}  // namespace glint::desk
