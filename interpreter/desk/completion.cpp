// What may be written at a place: for each word and name that the grammar can read there, what there is of it.
#include <algorithm>
#include <utility>

#include "interpreter/desk/calls.hpp"
#include "interpreter/desk/offers.hpp"
#include "interpreter/desk/open_first.hpp"
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

/// Of cells that everybody calls the same, if they can be written as names are.
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

}  // namespace

void Desk::keep_labels(const std::string& document) {
  Analysis* known = analysis(document);
  if (!known) return;
  if (const Result<Game> game = known->game({})) labels_[document] = labels_of(*game);
}

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
  Analysis* known = analysis(document);
  if (!known || at > text(document)->size()) return {};
  const std::string& text = *this->text(document);
  const std::string_view word = word_at(text, at);
  const auto begin = static_cast<std::uint32_t>(word.data() - text.data());
  const TextPlace here = text_place(text, begin);
  if (here.in_comment) return {};
  if (here.in_text && !here.blocks.empty() && here.blocks.front() == "test")
    if (std::vector<Completion> moves = moves_in_test(document, at); !moves.empty()) return moves;
  const Expected expected = lang::expected_at(text, begin);
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
  if (is_item)
    offers.words(expected, true);
  else
    offers.words(expected, false);
  const std::optional<Call> call = call_at(text, begin);
  const std::unique_ptr<lang::Loader> files = files_(document);
  for (const Expected::Name& name : expected.names) {
    switch (name.use) {
      case NameUse::none:
        break;
      case NameUse::made:
      case NameUse::removed: {
        const Expected::Open* inner = name.open.empty() ? nullptr : &name.open.back();
        if (name.use == NameUse::removed) {
          offers.names_of_base(word_of(text, name.open.front().begin, begin, 1));
        } else if (is_changed(name.open) && name.open.size() == 2) {
          offers.names_of_base(word_of(text, name.open.front().begin, begin, 1));
        } else if (inner && inner->kind == Kind::option && name.open.size() == 1 && offers.header() == "variant") {
          offers.names_of_base("option");
        }
        break;
      }
      case NameUse::value: {
        const Expected::Open* option = innermost(name.open, Kind::option);
        const Expected::Open* setting = innermost(name.open, Kind::setting);
        const bool is_first = !name.open.empty() && text.find_last_not_of(" \t\r\n", begin - 1) != std::string::npos &&
                              text[text.find_last_not_of(" \t\r\n", begin - 1)] == '=';
        if (is_type(name.open)) {
          offers.types();
          break;
        }
        // A notation shows picks of its move, which come after it.
        if (innermost(name.open, Kind::hole) && innermost(name.open, Kind::move_declaration) && !innermost(name.open, Kind::body)) {
          offers.picks_around();
          return offers.take();
        }
        if (is_first && setting && offers.option_values(word_of(text, setting->begin, begin, 0))) return offers.take();
        if (is_first && option && offers.option_values(word_of(text, option->begin, begin, 1))) return offers.take();
        if (call && call->name == "moves" && call->argument.find_first_not_of(" \t\r\n") == std::string::npos) {
          offers.kind(SymbolKind::move);
          return offers.take();
        }
        offers.locals();
        offers.values();
        offers.calls({SymbolKind::let});
        break;
      }
      case NameUse::member:
        break;
      case NameUse::target:
        offers.targets(innermost(name.open, Kind::updates) != nullptr);
        offers.calls({SymbolKind::effect});
        break;
      case NameUse::effect:
        offers.kind(SymbolKind::effect);
        offers.calls({SymbolKind::effect});
        break;
      case NameUse::argument:
        if (const Expected::Open* put = innermost(name.open, Kind::put))
          offers.arguments_of(word_of(text, put->begin, begin, 1));
        break;
      case NameUse::piece:
        offers.kind(SymbolKind::piece);
        break;
      case NameUse::move:
        offers.kind(SymbolKind::move);
        break;
      case NameUse::player:
        offers.kind(SymbolKind::player);
        break;
      case NameUse::option:
        offers.kind(SymbolKind::option);
        break;
      case NameUse::board:
        offers.kind(SymbolKind::board);
        break;
      case NameUse::lattice:
        offers.kind(SymbolKind::lattice);
        break;
      case NameUse::optic:
        offers.kind(SymbolKind::optic);
        break;
      case NameUse::bag:
        offers.bags();
        break;
      case NameUse::drawn:
        if (innermost(name.open, Kind::test)) offers.drawn();
        break;
      case NameUse::beam_end:
        offers.kind(SymbolKind::beam_end);
        break;
      case NameUse::colour:
        break;
      case NameUse::library:
        offers.files(beside(document, true), "library", "use ");
        offers.files(files->names(), "library", "use ");
        break;
      case NameUse::game: {
        std::vector<std::string> names = beside(document, false);
        const std::vector<std::string> others = files->game_names();
        names.insert(names.end(), others.begin(), others.end());
        const std::vector<std::string> header = header_words(text, begin);
        const bool is_with = std::find(header.begin(), header.end(), "with") != header.end();
        if (is_with) {
          OpenFirst loader(texts_, *files);
          std::erase_if(names, [&](const std::string& each) {
            return std::find(header.begin(), header.end(), each) != header.end() || !is_variant_beside(each, header.front(), document, loader);
          });
        }
        offers.files(names, is_with ? "variant" : "game", is_with ? "with " : "of ");
        break;
      }
    }
  }
  offers.words(expected, !is_item);
  if (expected.name(NameUse::value))
    if (const auto wanted = wanted_at(document, begin, begin + static_cast<std::uint32_t>(word.size()))) offers.rank(*wanted);
  return offers.take();
}

}  // namespace glint::desk
