// What may be written at a place: for each word and name that the grammar can read there, what there is of it.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "interpreter/desk/calls.hpp"
#include "interpreter/desk/offers.hpp"
#include "lang/source/names.hpp"

namespace glint::desk {
namespace {

using lang::Expected;
using lang::NameUse;
using lang::SymbolKind;
using lang::parsing::Kind;

const Expected::Open* innermost(const Expected::OpenNodes& open, Kind kind) {
  const auto found = std::find_if(open.rbegin(), open.rend(), [&](const Expected::Open& node) { return node.kind == kind; });
  return found == open.rend() ? nullptr : &*found;
}

/// The n-th word of the text that begins there, from 0.
std::string word_of(const std::string& text, std::uint32_t begin, std::size_t end, std::size_t number) {
  const std::vector<std::string> words = words_of(text.substr(begin, end - begin));
  return number < words.size() ? words[number] : std::string();
}

/// Whether an expression there is a type, or is part of one.
bool is_type(const Expected::OpenNodes& open) {
  for (auto node = open.rbegin(); node != open.rend(); ++node) {
    switch (node->kind) {
      case Kind::type:
        return true;
      case Kind::expression:
      case Kind::applied:
      case Kind::named:
      case Kind::of_clause:
      case Kind::prefix:
        continue;
      default:
        return false;
    }
  }
  return false;
}

/// Labels of cells that everybody calls the same, if they can be written as names are.
std::vector<std::string> labels_of(const Game& game) {
  constexpr std::size_t kMost = 1000;
  std::vector<std::string> labels;
  for (const CellInfo& cell : game.cells())
    if (cell.player < 0 && labels.size() < kMost && lang::is_name_like(cell.label)) labels.push_back(cell.label);
  return labels;
}

/// The words after the title of a variant, up to a place in its header: "laser_lawn with echo".
std::vector<std::string> header_words(const std::string& text, std::size_t at) {
  const std::size_t begin = text.starts_with("variant ") ? 0 : std::min(text.find("\nvariant "), at);
  const std::size_t title = text.find('"', text.find('"', begin) + 1);
  if (title == std::string::npos || title >= at) return {};
  std::vector<std::string> words = words_of(text.substr(title + 1, at - title - 1));
  if (!words.empty() && words.front() == "of") words.erase(words.begin());
  return words;
}

/// The game that a file belongs to, by the headers of the files between; and whether the file is a variant itself.
std::pair<std::string, bool> root_of(std::string name, const std::string& user, lang::Loader& loader) {
  constexpr int kLongestChain = 20;
  for (int length = 0; length < kLongestChain; ++length) {
    const std::optional<lang::SourceFile> file = loader.find_game(name, {user, {}});
    if (!file) break;
    const std::vector<std::string> base = header_words(file->text, file->text.size());
    if (header_before(file->text, file->text.size()) != "variant" || base.empty()) return {file->name, length > 0};
    name = base.front();
  }
  return {};
}

/// Whether it is a variant of the same game as `base`.
bool is_variant_beside(const std::string& name, const std::string& base, const std::string& user, lang::Loader& loader) {
  const auto [game, is_variant] = root_of(name, user, loader);
  return is_variant && game == root_of(base, user, loader).first;
}

bool is_changed(const Expected::OpenNodes& open) {
  return !open.empty() && (open.front().kind == Kind::replace || open.front().kind == Kind::extend);
}

/// The names of open documents in the same folder, without ending, that are libraries or else games and variants.
std::vector<std::string> beside(Desk& desk, const std::string& document, bool is_library) {
  const auto folder_of = [](const std::string& file) { return file.substr(0, file.rfind('/') + 1); };
  std::vector<std::string> names;
  for (const std::string& other : desk.documents()) {
    constexpr std::string_view kEnding = ".glint";
    if (other == document || folder_of(other) != folder_of(document) || !other.ends_with(kEnding)) continue;
    const std::vector<tree::Decl>& decls = desk.analysis(other)->file(0).decls;
    if (decls.empty() || (decls.front().kind == tree::DeclKind::library) != is_library) continue;
    const std::size_t begin = folder_of(other).size();
    names.push_back(other.substr(begin, other.size() - begin - kEnding.size()));
  }
  return names;
}

/// Whether it is in the condition of a `while` in a move, after `or`: the player may stop there.
bool may_stop(const std::string& text, std::uint32_t begin, const Expected::OpenNodes& open) {
  const std::size_t last = text.find_last_not_of(" \t\r\n", begin == 0 ? 0 : begin - 1);
  const bool is_after_or = last != std::string::npos && last > 1 && word_at(text, static_cast<std::uint32_t>(last)) == "or";
  return is_after_or && innermost(open, Kind::while_) && innermost(open, Kind::move_declaration);
}

/// A place where a name can be read, and what is offered there.
struct Place {
  Desk& desk;
  const std::string& document;
  const std::string& text;
  std::uint32_t begin;  // of the word that is being written
  const std::optional<Call> call;
  Offers& offers;

  /// The n-th word since the beginning of a node, from 0.
  std::string word(const Expected::Open& node, std::size_t number) const {
    return word_of(text, node.begin, begin, number);
  }
};

// Each offers what there is for a use of names, in the nodes that are open. False: nothing else has its place there.

bool offer_replaced(Place& at, const Expected::OpenNodes& open) {
  if (is_changed(open) && open.size() == 2)
    at.offers.names_of_base(at.word(open.front(), 1));
  else if (open.size() == 1 && open.back().kind == Kind::option && at.offers.header() == "variant")
    at.offers.names_of_base("option");
  return true;
}

bool offer_removed(Place& at, const Expected::OpenNodes& open) {
  at.offers.names_of_base(at.word(open.front(), 1));
  return true;
}

bool offer_values(Place& at, const Expected::OpenNodes& open) {
  const Expected::Open* option = innermost(open, Kind::option);
  const Expected::Open* setting = innermost(open, Kind::setting);
  const std::size_t before = at.text.find_last_not_of(" \t\r\n", at.begin - 1);
  const bool is_first = !open.empty() && before != std::string::npos && at.text[before] == '=';
  if (is_type(open)) {
    at.offers.types();
    return true;
  }
  // A notation shows picks of its move, which come after it.
  if (innermost(open, Kind::hole) && innermost(open, Kind::move_declaration) && !innermost(open, Kind::body)) {
    at.offers.picks_around();
    return false;
  }
  if (is_first && setting && at.offers.option_values(at.word(*setting, 0))) return false;
  if (is_first && option && at.offers.option_values(at.word(*option, 1))) return false;
  if (at.call && at.call->name == "moves" && at.call->argument.find_first_not_of(" \t\r\n") == std::string::npos) {
    at.offers.kind(SymbolKind::move);
    return false;
  }
  at.offers.locals();
  at.offers.values();
  at.offers.calls({SymbolKind::let});
  return true;
}

bool offer_targets(Place& at, const Expected::OpenNodes& open) {
  at.offers.targets(innermost(open, Kind::updates) != nullptr);
  at.offers.calls({SymbolKind::effect});
  return true;
}

bool offer_effects(Place& at, const Expected::OpenNodes&) {
  at.offers.kind(SymbolKind::effect);
  at.offers.calls({SymbolKind::effect});
  return true;
}

bool offer_arguments(Place& at, const Expected::OpenNodes& open) {
  if (const Expected::Open* put = innermost(open, Kind::put)) at.offers.arguments_of(at.word(*put, 1));
  return true;
}

bool offer_bags(Place& at, const Expected::OpenNodes&) {
  at.offers.bags();
  return true;
}

bool offer_drawn(Place& at, const Expected::OpenNodes& open) {
  if (innermost(open, Kind::test)) at.offers.drawn();
  return true;
}

bool offer_libraries(Place& at, const Expected::OpenNodes&) {
  at.offers.files(beside(at.desk, at.document, true), "library", "use ");
  at.offers.files(at.desk.files_of(at.document)->names(), "library", "use ");
  return true;
}

bool offer_games(Place& at, const Expected::OpenNodes&) {
  std::vector<std::string> names = beside(at.desk, at.document, false);
  const std::unique_ptr<lang::Loader> files = at.desk.files_of(at.document);
  const std::vector<std::string> others = files->game_names();
  names.insert(names.end(), others.begin(), others.end());
  const std::vector<std::string> header = header_words(at.text, at.begin);
  const bool is_with = std::find(header.begin(), header.end(), "with") != header.end();
  if (is_with)
    std::erase_if(names, [&](const std::string& each) {
      return std::find(header.begin(), header.end(), each) != header.end() ||
             !is_variant_beside(each, header.front(), at.document, *files);
    });
  at.offers.files(names, is_with ? "variant" : "game", is_with ? "with " : "of ");
  return true;
}

/// What is offered for each use of names; for the others, nothing.
struct Row {
  NameUse use;
  bool (*offer)(Place& at, const Expected::OpenNodes& open);
};
constexpr Row kRows[] = {{NameUse::made, offer_replaced},      {NameUse::removed, offer_removed},
                         {NameUse::value, offer_values},       {NameUse::target, offer_targets},
                         {NameUse::effect, offer_effects},     {NameUse::argument, offer_arguments},
                         {NameUse::bag, offer_bags},           {NameUse::drawn, offer_drawn},
                         {NameUse::library, offer_libraries},  {NameUse::game, offer_games}};

/// Uses for which all names of a kind are offered.
constexpr std::pair<NameUse, SymbolKind> kKinds[] = {
    {NameUse::piece, SymbolKind::piece},     {NameUse::move, SymbolKind::move},
    {NameUse::player, SymbolKind::player},   {NameUse::option, SymbolKind::option},
    {NameUse::board, SymbolKind::board},     {NameUse::lattice, SymbolKind::lattice},
    {NameUse::optic, SymbolKind::optic},     {NameUse::beam_end, SymbolKind::beam_end}};

/// False: nothing else has its place there.
bool offer_names(Place& at, const Expected::Name& name) {
  for (const auto& [use, kind] : kKinds)
    if (use == name.use) at.offers.kind(kind);
  const auto row =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& each) { return each.use == name.use; });
  return row == std::end(kRows) || row->offer(at, name.open);
}

}  // namespace

void Desk::keep_labels(const std::string& document) {
  Analysis* known = analysis(document);
  if (!known) return;
  if (const Result<Game> game = known->game({})) labels_[document] = labels_of(*game);
}

std::vector<Completion> Desk::completion(const std::string& document, std::uint32_t at) {
  Analysis* known = analysis(document);
  if (!known || at > text(document)->size()) return {};
  const std::string& text = *this->text(document);
  const std::string_view word = word_at(text, at);
  const auto begin = static_cast<std::uint32_t>(word.data() - text.data());
  const TextPlace here = text_place(text, begin);
  if (here.in_comment) return {};
  if (here.in_text && !here.blocks.empty() && here.blocks.front() == "test")
    if (std::vector<Completion> moves = moves_in_test(*this, document, at); !moves.empty()) return moves;
  Expected expected = lang::expected_at(text, begin);
  if (const Expected::Name* value = expected.name(NameUse::value); value && may_stop(text, begin, value->open))
    expected.words.push_back({"stop", lang::WordGroup::none, false, {}});
  // While a script has mistakes, its board is the last one that it had.
  keep_labels(document);
  const std::vector<std::string>& labels = labels_[document];
  Offers offers(*known, text, begin, labels);

  if (expected.name(NameUse::member)) {
    const bool of_beam = word_at(text, begin - 1) == "beam";
    const auto wanted = wanted_at(document, begin, begin + static_cast<std::uint32_t>(word.size()));
    offers.members(wanted ? wanted->members : std::nullopt, of_beam);
    return offers.take();
  }
  const bool changes = std::any_of(expected.words.begin(), expected.words.end(), [](const Expected::Word& each) {
    return each.begins && each.group == lang::WordGroup::declaration && !each.open.empty();
  });
  if (changes) {
    offers.kinds_of_base(expected);
    return offers.take();
  }
  // A new line begins something rather than going on with the one before.
  const bool is_item = std::any_of(expected.words.begin(), expected.words.end(), [](const Expected::Word& each) {
    return each.begins && each.group != lang::WordGroup::operation && each.group != lang::WordGroup::value &&
           each.group != lang::WordGroup::type && each.group != lang::WordGroup::way;
  });
  offers.words(expected, is_item);
  Place place{*this, document, text, begin, call_at(text, begin), offers};
  for (const Expected::Name& name : expected.names)
    if (!offer_names(place, name)) return offers.take();
  offers.words(expected, !is_item);
  if (expected.name(NameUse::value))
    if (const auto wanted = wanted_at(document, begin, begin + static_cast<std::uint32_t>(word.size()))) offers.rank(*wanted);
  return offers.take();
}

}  // namespace glint::desk
