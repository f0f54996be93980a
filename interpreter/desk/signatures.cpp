// What a call takes: the parameters of what a script declares, and the forms of the language's own words.
#include <algorithm>
#include <utility>
#include <vector>

#include "interpreter/desk/calls.hpp"
#include "interpreter/desk/text_place.hpp"
#include "lang/index/words.hpp"
#include "lang/parse/expected.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/names.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {
namespace {

using lang::SymbolKind;

/// The word that ends here.
std::string_view word_before(std::string_view text, std::size_t end) {
  return word_at(text.substr(0, end), static_cast<std::uint32_t>(end));
}

struct Bracket {
  char sign = 0;
  std::size_t at = 0, commas = 0, argument = 0;  // argument: where the present one begins
};

/// The brackets that are open at a place.
std::vector<Bracket> brackets_at(std::string_view text, std::size_t at) {
  std::vector<Bracket> open;
  const auto close = [&](char sign) {
    const auto found = std::find_if(open.rbegin(), open.rend(), [&](const Bracket& each) { return each.sign == sign; });
    if (found != open.rend()) open.erase(found.base() - 1, open.end());
  };
  for (lang::Lexer lexer(text.substr(0, at)); const auto token = lexer.next();) {
    const char c = token->is_quoted() || token->is_comment() ? ' ' : token->text.front();
    if (c == '(' || c == '{' || c == '[') {
      open.push_back({c, token->begin, 0, token->end()});
    } else if (c == ')') {
      close('(');
    } else if (c == '}') {
      close('{');
    } else if (c == ']') {
      close('[');
    } else if (c == ',' && !open.empty()) {
      ++open.back().commas;
      open.back().argument = token->end();
    } else if (lang::begins_name(c) && token->begin > 0 && text[token->begin - 1] == '\n') {
      open.clear();  // a declaration begins
    }
  }
  return open;
}

/// What is declared with these words before it is no call.
bool is_declared(std::string_view before) {
  for (const char* word : {"let", "do", "optic", "lattice", "piece", "move", "if", "while"})
    if (before == word) return true;
  return false;
}

/// "name(a, b)" with the places of a and b.
struct Builder {
  Signature made;
  explicit Builder(const std::string& name) { made.label = name + "("; }
  void add(const std::string& parameter) {
    if (!made.parameters.empty()) made.label += ", ";
    const auto begin = static_cast<std::uint32_t>(made.label.size());
    made.label += parameter;
    made.parameters.push_back({begin, static_cast<std::uint32_t>(made.label.size())});
  }
  Signature take(std::string doc) {
    made.label += ")";
    made.doc = std::move(doc);
    return std::move(made);
  }
};

/// Both signatures of "trace(CELL), trace(CELL, DIRECTION)".
std::vector<Signature> signatures_of(const lang::Word& word) {
  std::vector<Signature> all;
  const std::string begin = std::string(word.name) + "(";
  for (std::size_t at = word.form.find(begin); at != std::string_view::npos; at = word.form.find(begin, at + 1)) {
    const std::size_t inside = at + begin.size();
    Builder builder{std::string(word.name)};
    for (const std::string_view each : lang::split(word.form.substr(inside, word.form.find(')', inside) - inside), ", "))
      builder.add(std::string(each));
    all.push_back(builder.take(std::string(word.doc)));
  }
  return all;
}

/// A fold, "any x in SET : CONDITION", takes what it goes over, and what it asks of each.
std::optional<Signature> signature_of_fold(const lang::Word& word) {
  const std::size_t first = word.form.find(' '), colon = word.form.find(" : ");
  if (colon == std::string_view::npos || first > colon) return std::nullopt;
  const auto size = [](std::size_t number) { return static_cast<std::uint32_t>(number); };
  return Signature{std::string(word.form), std::string(word.doc),
                   {{size(first + 1), size(colon)}, {size(colon + 3), size(word.form.size())}}};
}

/// Where the innermost fold around a place begins; the place itself: there is none.
std::uint32_t fold_around(const lang::Expected& expected, std::uint32_t at) {
  std::uint32_t begin = at;
  const auto look = [&](const lang::Expected::OpenNodes& open) {
    for (const lang::Expected::Open& node : open)
      if (node.kind == lang::parsing::Kind::fold && node.begin < at && (begin == at || node.begin > begin)) begin = node.begin;
  };
  for (const lang::Expected::Word& word : expected.words) look(word.open);
  for (const lang::Expected::Name& name : expected.names) look(name.open);
  return begin;
}

/// Which parameter has this name, written `NAME =` in the argument; else the one with the number of the argument.
std::size_t parameter_of(const Signature& signature, const Call& call) {
  const std::size_t equals = call.argument.find('=');
  if (equals != std::string::npos) {
    const std::vector<std::string> words = words_of(call.argument.substr(0, equals));
    for (std::size_t i = 0; i < signature.parameters.size() && words.size() == 1; ++i)
      if (signature.label.compare(signature.parameters[i].first, words[0].size() + 1, words[0] + ":") == 0) return i;
  }
  return call.number;
}

}  // namespace

std::optional<Call> call_at(std::string_view text, std::uint32_t at) {
  const TextPlace place = text_place(text, at);
  if (place.in_text || place.in_comment) return std::nullopt;
  const std::vector<Bracket> open = brackets_at(text, at);
  for (auto bracket = open.rbegin(); bracket != open.rend(); ++bracket) {
    if (bracket->sign != '(') continue;
    const std::string_view name = word_before(text, bracket->at);
    if (name.empty()) continue;
    std::size_t end = bracket->at - name.size();
    const bool is_member = end > 0 && text[end - 1] == '.';
    while (end > 0 && lang::is_blank(text[end - 1])) --end;
    const std::string_view before = word_before(text, end);
    if (is_member || is_declared(before)) return std::nullopt;
    return Call{std::string(name), std::string(before), static_cast<std::uint32_t>(bracket->at), bracket->commas,
                std::string(text.substr(bracket->argument, at - bracket->argument))};
  }
  return std::nullopt;
}

bool is_called(SymbolKind kind) {
  return kind == SymbolKind::let || kind == SymbolKind::effect || kind == SymbolKind::optic || kind == SymbolKind::board;
}

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

Signatures Desk::signatures(const std::string& document, std::uint32_t at) {
  const Analysis* known = analysis(document);
  Signatures found;
  if (!known || at > text(document)->size()) return found;
  const std::string& text = *this->text(document);
  const std::optional<Call> call = call_at(text, at);
  const std::string_view word = word_at(text, at);
  const auto begin = static_cast<std::uint32_t>(word.empty() ? at : std::min<std::size_t>(at, static_cast<std::size_t>(word.data() - text.data())));
  const TextPlace place = text_place(text, begin);
  if (place.in_text || place.in_comment) return found;

  const std::uint32_t fold = fold_around(lang::expected_at(text, begin), begin);
  if (fold < begin && (!call || fold > call->open)) {
    const lang::Word* entry = lang::word_named(word_at(text, fold), lang::WordPlace::fold);
    const auto signature = entry ? signature_of_fold(*entry) : std::nullopt;
    if (signature) return {{*signature}, 0, text.find(':', fold) < at ? 1U : 0U};
  }
  if (!call) return found;
  for (const lang::Symbol& symbol : known->index().symbols) {
    if (symbol.name != call->name) continue;
    const tree::Decl* decl = declared_by(*known, symbol);
    if (!decl) continue;
    Builder builder(symbol.name);
    const auto add = [&](const auto& part) {
      std::string parameter = part.name.text;
      if (!part.type.empty()) parameter += ": " + std::string(known->sources->text(part.type.front().span));
      builder.add(parameter);
    };
    if (symbol.kind == SymbolKind::piece) {
      for (const tree::FieldDecl& field : fields_of(*decl)) add(field);
      if (const auto* piece = decl->get_if<tree::PieceDecl>(); piece && piece->owned) builder.add("owner: player");
    } else if (is_called(symbol.kind)) {
      for (const tree::Param& parameter : params_of(*decl)) add(parameter);
    }
    if (!builder.made.parameters.empty()) found.all.push_back(builder.take(symbol.doc));
  }
  if (found.all.empty())
    for (const lang::Word& each : lang::words())
      if (each.name == call->name && each.place != lang::WordPlace::declaration && each.place != lang::WordPlace::statement)
        for (Signature& signature : signatures_of(each)) found.all.push_back(std::move(signature));
  // If a name has several meanings, the first one with enough parameters.
  while (found.active + 1 < found.all.size() && found.all[found.active].parameters.size() <= call->number) ++found.active;
  if (!found.all.empty()) found.parameter = parameter_of(found.all[found.active], *call);
  return found;
}

}  // namespace glint::desk
