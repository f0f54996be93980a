#include "interpreter/desk/desk.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/offers.hpp"
#include "interpreter/game/loading/load.hpp"
#include "lang/index/words.hpp"
#include "lang/source/text.hpp"

namespace glint::desk {

bool is_bundled(const std::string& file) { return file.starts_with("<") || embedded_file(file) != nullptr; }

Desk::Desk(Files files, const Limits& limits) : files_(std::move(files)), limits_(limits) {}
Desk::~Desk() = default;

// ---- documents

void Desk::changed(const std::string& file) {
  // A document not analysed yet may use it.
  for (const auto& [name, text] : texts_)
    if (name == file || analyses_.count(name) == 0) changed_.insert(name);
  std::erase_if(analyses_, [&](const auto& each) {
    const bool uses = each.second->uses(file);
    if (uses) changed_.insert(each.first);
    return uses;
  });
}

void Desk::open(const std::string& document, std::string text) {
  texts_[document] = std::move(text);
  forget(document);
}

bool Desk::change(const std::string& document, std::uint32_t begin, std::uint32_t end, std::string_view text) {
  const auto found = texts_.find(document);
  if (found == texts_.end() || begin > end || end > found->second.size()) return false;
  found->second.replace(begin, end - begin, text);
  changed(document);
  return true;
}

void Desk::close(const std::string& document) {
  texts_.erase(document);
  changed(document);
  analyses_.erase(document);
  changed_.erase(document);
  labels_.erase(document);
}

void Desk::forget(const std::string& file) {
  // A new file may be one that a document looked for without success.
  for (const auto& [name, known] : analyses_)
    if (known->misses_files()) changed_.insert(name);
  std::erase_if(analyses_, [](const auto& each) { return each.second->misses_files(); });
  changed(file);
}

std::vector<std::string> Desk::take_changed() {
  const std::set<std::string> changed = std::exchange(changed_, {});
  return {changed.begin(), changed.end()};
}

const std::string* Desk::text(const std::string& document) const {
  const auto found = texts_.find(document);
  return found == texts_.end() ? nullptr : &found->second;
}

std::vector<std::string> Desk::documents() const {
  std::vector<std::string> names;
  for (const auto& [name, text] : texts_) names.push_back(name);
  return names;
}

const std::string* Desk::text_of(const std::string& document, const std::string& file) {
  if (const std::string* open = text(file)) return open;
  const Analysis* known = analysis(document);
  for (std::uint32_t i = 0; known && i < known->sources->size(); ++i)
    if (known->sources->file(i).name == file) return &known->sources->file(i).text;
  return nullptr;
}

Desk::Analysis* Desk::analysis(const std::string& document) {
  const std::string* text = this->text(document);
  if (!text) return nullptr;
  auto known = analyses_.find(document);
  if (known == analyses_.end()) {
    auto made = std::make_unique<Analysis>(document, *text, texts_, files_(document), limits_, trees_);
    known = analyses_.emplace(document, std::move(made)).first;
  }
  return known->second.get();
}

Desk::Analysis Desk::edited(const Analysis& before, const std::vector<Edit>& edits) {
  std::map<std::string, std::string> texts = texts_;
  for (std::uint32_t file = 0; file < before.sources->size(); ++file) {
    const auto& [name, text] = before.sources->file(file);
    std::vector<Edit> own;
    for (const Edit& edit : edits)
      if (edit.at.file == name) own.push_back(edit);
    if (own.empty()) continue;
    // From the end of the text; at equal places the last edit comes first, so that edits keep their order.
    std::reverse(own.begin(), own.end());
    std::stable_sort(own.begin(), own.end(), [](const Edit& a, const Edit& b) { return a.at.begin > b.at.begin; });
    std::string& changed = texts[name] = text;
    for (const Edit& edit : own) changed.replace(edit.at.begin, edit.at.end - edit.at.begin, edit.text);
  }
  const std::string& document = before.sources->file(0).name;
  const std::string text = texts[document];
  return Analysis(document, text, texts, files_(document), limits_, trees_);
}

std::unique_ptr<lang::Loader> Desk::files_of(const std::string& document) const {
  return std::make_unique<OpenFirst>(texts_, files_(document));
}

void Desk::forget_stopped() {
  std::erase_if(analyses_, [](const auto& each) {
    const auto& found = each.second->diagnostics;
    return std::any_of(found.begin(), found.end(),
                       [](const lang::Diagnostic& one) { return one.code == lang::Code::G0614; });
  });
}

// ---- answers

namespace {

/// One change in a variant may cause the same error at two places of its base game. Both would be shown at the change, so
/// they become one, with both places.
std::vector<Finding> each_once(std::vector<Finding> all) {
  std::vector<Finding> once;
  for (Finding& each : all) {
    const auto same = std::find_if(once.begin(), once.end(), [&](const Finding& one) {
      return one.code == each.code && one.at == each.at && one.message == each.message && one.help == each.help;
    });
    if (same == once.end()) {
      once.push_back(std::move(each));
      continue;
    }
    for (Related& other : each.related) {
      const bool is_known = std::any_of(same->related.begin(), same->related.end(), [&](const Related& one) {
        return one.at == other.at && one.text == other.text;
      });
      if (!is_known) same->related.push_back(std::move(other));
    }
  }
  return once;
}

/// The name at a place of a document; null: none.
const lang::Mention* mention_at(const Desk::Analysis* known, std::uint32_t at) {
  return known ? known->index().at(0, at) : nullptr;
}

/// The meaning of a word of the language at its place.
const lang::Word* word_in(const std::string& text, std::string_view word, std::uint32_t begin) {
  if (!lang::word_named(word)) return nullptr;
  const lang::Expected expected = lang::expected_at(text, begin);
  if (expected.name(lang::NameUse::member))
    if (const lang::Word* member = lang::word_named(word, lang::WordPlace::member)) return member;
  const auto found = std::find_if(expected.words.begin(), expected.words.end(),
                                  [&](const lang::Expected::Word& each) { return each.text == word; });
  const lang::Word* entry = found == expected.words.end() ? nullptr : entry_of(*found);
  return entry ? entry : lang::word_named(word);
}

/// A symbol of an index, by its number.
struct Known {
  Desk::Analysis* analysis;
  int symbol;
};

/// A symbol as the documents know it that use the file which declares it: this document first, then other open ones.
std::vector<Known> everywhere(Desk& desk, const std::string& document, int symbol) {
  Desk::Analysis* own = desk.analysis(document);
  std::vector<Known> all = {{own, symbol}};
  const Range declared = own->range(own->index().symbols[static_cast<std::size_t>(symbol)].at);
  for (const std::string& other : desk.documents()) {
    Desk::Analysis* const known = other == document ? nullptr : desk.analysis(other);
    if (!known || !known->uses(declared.file)) continue;
    const std::vector<lang::Symbol>& symbols = known->index().symbols;
    const auto found = std::find_if(symbols.begin(), symbols.end(),
                                    [&](const lang::Symbol& each) { return known->range(each.at) == declared; });
    if (found != symbols.end()) all.push_back({known, static_cast<int>(found - symbols.begin())});
  }
  return all;
}

}  // namespace

bool Desk::has_more_checks(const std::string& document) {
  Analysis* known = analysis(document);
  return known && known->has_more_checks();
}

bool Desk::check_further(const std::string& document) {
  Analysis* known = analysis(document);
  return known && known->check_further();
}

std::vector<Finding> Desk::findings(const std::string& document) {
  Analysis* known = analysis(document);
  std::vector<Finding> findings;
  if (!known) return findings;
  // An error in a library or base game is shown at its cause in the document, together with its own place.
  const auto show = [&](Finding& finding, const lang::Span& at, const std::vector<lang::Label>& others) {
    for (const lang::Label& other : others) finding.related.push_back({known->range(other.span), other.text});
    finding.at = known->shown_at(at, others);
    if (at.file == 0 || at.file >= known->sources->size()) return;
    finding.related.insert(finding.related.begin(), {known->range(at), finding.message});
    finding.replacement.clear();
  };
  keep_labels(document);
  const std::vector<Error>& at_start = known->wrong_at_start();  // may add that it was stopped
  for (const lang::Diagnostic& diagnostic : known->diagnostics) {
    Finding finding{std::string(lang::code_name(diagnostic.code)), diagnostic.severity == lang::Severity::warning, {},
                    diagnostic.message, diagnostic.help, {}, diagnostic.meant};
    if (diagnostic.meant.empty() && !diagnostic.primary.text.empty()) finding.message += ": " + diagnostic.primary.text;
    show(finding, diagnostic.primary.span, diagnostic.others);
    findings.push_back(std::move(finding));
  }
  for (const std::vector<Error>* later : {&at_start, &known->found_further()})
    for (const Error& error : *later) {
      Finding finding{error.code, error.is_warning, {}, error.message, error.help, {}, {}};
      lang::Diagnostic diagnostic;
      diagnostic.primary.span = known->span_of(error);
      if (diagnostic.primary.span.file < known->sources->size())
        add_changes(*known->sources, diagnostic, later == &at_start);
      show(finding, diagnostic.primary.span, diagnostic.others);
      findings.push_back(std::move(finding));
    }
  return each_once(std::move(findings));
}

std::optional<Hover> Desk::hover(const std::string& document, std::uint32_t at) {
  const Analysis* known = analysis(document);
  if (!known) return std::nullopt;
  if (const lang::Mention* mention = mention_at(known, at)) {
    Hover hover{known->range(mention->at), {}};
    for (const int each : mention->symbols) {
      const lang::Symbol& symbol = known->index().symbols[static_cast<std::size_t>(each)];
      Meaning meaning{known->declaration(symbol), known->kind_of(symbol), symbol.doc, {}, {}};
      if (mention->at == symbol.at && symbol.replaced >= 0) {
        const lang::Symbol& old = known->index().symbols[static_cast<std::size_t>(symbol.replaced)];
        meaning.declaration = known->declaration(old, Analysis::kManyLines);
        meaning.doc = old.doc;
        meaning.kind += ", replaced here";
      } else {
        std::tie(meaning.value, meaning.picture) = known->shown(symbol);
      }
      hover.meanings.push_back(std::move(meaning));
    }
    return hover;
  }
  const std::string& text = *this->text(document);
  const auto shown = [&](std::size_t begin, std::size_t size, Meaning meaning) {
    const auto first = static_cast<std::uint32_t>(begin);
    return Hover{{document, first, first + static_cast<std::uint32_t>(size)}, {std::move(meaning)}};
  };
  if (const std::string_view word = word_at(text, at); !word.empty()) {
    const auto begin = static_cast<std::uint32_t>(word.data() - text.data());
    const lang::Word* entry = word_in(text, word, begin);
    if (!entry) return std::nullopt;
    return shown(begin, word.size(), {std::string(entry->form), "word of the language", std::string(entry->doc), {}, {}});
  }
  constexpr std::string_view kArrow = "->";
  for (const std::size_t begin : {static_cast<std::size_t>(at), static_cast<std::size_t>(at) - 1})
    if (begin < text.size() && text.compare(begin, kArrow.size(), kArrow) == 0 && !text_place(text, begin).in_comment)
      return shown(begin, kArrow.size(),
                   {"from SIDE -> OUTCOME", "sign of the language",
                    "Before what becomes of a beam: `straight`, `stops`, `reflects`, `turns`, `leaves`, `to` or an optic. Of "
                    "several, separated by commas, each is a beam of its own.", {}, {}});
  return std::nullopt;
}

std::vector<Range> Desk::definition(const std::string& document, std::uint32_t at) {
  const Analysis* known = analysis(document);
  std::vector<Range> places;
  const lang::Mention* mention = mention_at(known, at);
  if (!mention) return places;
  for (const int number : mention->symbols) {
    const lang::Symbol& symbol = known->index().symbols[static_cast<std::size_t>(number)];
    // The name in a `replace` also leads to the declaration that is replaced.
    const bool leads_on = mention->at == symbol.at && symbol.replaced >= 0;
    places.push_back(known->range(leads_on ? known->index().symbols[static_cast<std::size_t>(symbol.replaced)].at : symbol.at));
  }
  return places;
}

std::vector<Range> Desk::references(const std::string& document, std::uint32_t at) {
  std::vector<Range> places;
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> known_places;
  const lang::Mention* mention = mention_at(analysis(document), at);
  if (!mention) return places;
  for (const int symbol : mention->symbols)
    for (const Known& each : everywhere(*this, document, symbol))
      for (const lang::Mention* one : each.analysis->index().of(each.symbol)) {
        const Range place = each.analysis->range(one->at);
        if (known_places.emplace(place.file, place.begin, place.end).second) places.push_back(place);
      }
  return places;
}

Renamable Desk::renamable(const std::string& document, std::uint32_t at) {
  const Analysis* known = analysis(document);
  const lang::Mention* mention = mention_at(known, at);
  if (!mention) return {{}, {}, "there is no name here that a script declares"};
  Renamable found{known->range(mention->at), {}, {}};
  const lang::Symbol& symbol = known->index().symbols[static_cast<std::size_t>(mention->symbols.front())];
  const auto refuse = [&](std::string why) { return Renamable{found.at, {}, std::move(why)}; };
  if (symbol.kind == lang::SymbolKind::game) return refuse("this is the name of a file");
  if (mention->symbols.size() > 1)
    return refuse("`" + symbol.name + "` has several meanings here: rename it where it is declared");
  for (const Known& each : everywhere(*this, document, mention->symbols.front()))
    for (const lang::Mention* one : each.analysis->index().of(each.symbol)) {
      const Range place = each.analysis->range(one->at);
      if (one->symbols.size() > 1)
        return refuse("`" + symbol.name + "` has several meanings in " + place.file + ", line " +
                      std::to_string(each.analysis->sources->locate(one->at.file, one->at.begin).line));
      if (is_bundled(place.file))
        return refuse("`" + symbol.name + "` is declared in " + place.file + ", which comes with Glint");
      if (std::find(found.places.begin(), found.places.end(), place) == found.places.end()) found.places.push_back(place);
    }
  return found;
}

Renamed Desk::rename(const std::string& document, std::uint32_t at, const std::string& name) {
  const Renamable found = renamable(document, at);
  if (!found.refusal.empty()) return {{}, found.refusal};
  if (std::string why = lang::unfit_as_name(name); !why.empty()) return {{}, std::move(why)};
  Renamed renamed;
  for (const Range& place : found.places) renamed.edits.push_back({place, name});
  const std::vector<Known> all = everywhere(*this, document, mention_at(analysis(document), at)->symbols.front());
  // The same texts with the new name must mean the same: it must be free, and no other name may change its meaning.
  for (const Known& each : all) {
    const Analysis& before = *each.analysis;
    const std::string& own = before.sources->file(0).name;
    const Analysis after = edited(before, renamed.edits);
    if (after.error_count() > before.error_count() || after.index().mentions.size() != before.index().mentions.size())
      return {{}, "`" + name + "` would mean something else " + (own == document ? "here" : "in " + own) + ", or is taken"};
  }
  return renamed;
}

std::vector<Outline> Desk::outline(const std::string& document) {
  const Analysis* known = analysis(document);
  if (!known) return {};
  std::vector<Outline> top;
  std::map<int, std::size_t> places;
  for (std::size_t i = 0; i < known->index().symbols.size(); ++i) {
    const lang::Symbol& symbol = known->index().symbols[i];
    if (symbol.at.file != 0 || symbol.kind == lang::SymbolKind::local) continue;
    Outline made{
        symbol.name, known->kind_of(symbol), known->range(symbol.at), known->range(symbol.whole), {}};
    const auto parent = places.find(symbol.parent);
    if (parent != places.end()) {
      top[parent->second].inside.push_back(std::move(made));
    } else {
      places[static_cast<int>(i)] = top.size();
      top.push_back(std::move(made));
    }
  }
  return top;
}

std::vector<NamedPlace> Desk::names(const std::string& document) {
  const Analysis* known = analysis(document);
  std::vector<NamedPlace> places;
  for (const lang::Mention& mention : known ? known->index().mentions : std::vector<lang::Mention>{}) {
    if (mention.at.file != 0) break;
    const NamedPlace place{known->range(mention.at),
                           known->index().symbols[static_cast<std::size_t>(mention.symbols.front())].kind};
    if (places.empty() || places.back().at.end <= place.at.begin) places.push_back(place);
  }
  return places;
}

std::vector<Edit> Desk::format(const std::string& document, lang::LineRange range) {
  const Analysis* known = analysis(document);
  if (!known) return {};
  const lang::Formatted formatted = lang::format(*known->sources, 0, range);
  const std::string& before = known->sources->file(0).text;
  if (formatted.text == before) return {};
  // Only the differences, so that an editor keeps the cursor and the folds.
  std::size_t same = 0, behind = 0;
  const std::size_t shorter = std::min(before.size(), formatted.text.size());
  while (same < shorter && before[same] == formatted.text[same]) ++same;
  while (behind < shorter - same &&
         before[before.size() - 1 - behind] == formatted.text[formatted.text.size() - 1 - behind])
    ++behind;
  const auto starts_character = [](const std::string& text, std::size_t at) {
    return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
  };
  while (same > 0 && !starts_character(before, same)) --same;
  while (behind > 0 && !starts_character(before, before.size() - behind)) --behind;
  return {{{document, static_cast<std::uint32_t>(same), static_cast<std::uint32_t>(before.size() - behind)},
           formatted.text.substr(same, formatted.text.size() - same - behind)}};
}

}  // namespace glint::desk
