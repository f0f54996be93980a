// The texts that may be written at a place: the words that the grammar can read there, and the names known.
#include <algorithm>
#include <memory>
#include <utility>

#include "interpreter/desk/offers.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "lang/check/check.hpp"
#include "lang/source/lexer.hpp"
#include "lang/source/text.hpp"

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

/// True if an expression there is a type, or is part of one.
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

/// The game that a file belongs to, by the headers of the files between; and whether it is a variant itself.
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

/// True if it is a variant of the same game as `base`.
bool is_variant_beside(const std::string& name, const std::string& base, const std::string& user, lang::Loader& loader) {
  const auto [game, is_variant] = root_of(name, user, loader);
  return is_variant && game == root_of(base, user, loader).first;
}

bool is_changed(const Expected::OpenNodes& open) {
  return !open.empty() && (open.front().kind == Kind::replace || open.front().kind == Kind::extend);
}

/// The names, without ending, of open documents in the same folder that are libraries, or else games and variants.
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

/// True if it is in the condition of a `while` in a move, after `or`: the player may stop there.
bool may_stop(const std::string& text, std::uint32_t begin, const Expected::OpenNodes& open) {
  const std::size_t last = text.find_last_not_of(" \t\r\n", begin == 0 ? 0 : begin - 1);
  const bool is_after_or = last != std::string::npos && last > 1 && word_at(text, static_cast<std::uint32_t>(last)) == "or";
  return is_after_or && innermost(open, Kind::while_) && innermost(open, Kind::move_declaration);
}

/// A place where a name can be read, with the offers for it.
struct Place {
  Desk& desk;
  const std::string& document;
  const std::string& text;
  std::uint32_t begin;  // start of the word that is being written
  Offers& offers;

  /// The n-th word since the beginning of a node, from 0.
  std::string word(const Expected::Open& node, std::size_t number) const {
    return word_of(text, node.begin, begin, number);
  }
};

/// False: nothing else has its place there.
bool offer_values(const Place& at, const Expected::OpenNodes& open) {
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
  if (before != std::string::npos && at.text[before] == '(' && word_at(at.text, static_cast<std::uint32_t>(before)) == "moves") {
    at.offers.kind(SymbolKind::move);
    return false;
  }
  at.offers.locals();
  at.offers.values();
  at.offers.calls({SymbolKind::let});
  return true;
}

void offer_games(const Place& at) {
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
}

/// Uses for which all names of a kind are offered.
constexpr std::pair<NameUse, SymbolKind> kSymbols[] = {
    {NameUse::piece, SymbolKind::piece},     {NameUse::move, SymbolKind::move},
    {NameUse::player, SymbolKind::player},   {NameUse::option, SymbolKind::option},
    {NameUse::board, SymbolKind::board},     {NameUse::lattice, SymbolKind::lattice},
    {NameUse::optic, SymbolKind::optic},     {NameUse::beam_end, SymbolKind::beam_end}};

/// Offers everything for a use of names, in the nodes that are open. False: nothing else has its place there.
bool offer_names(const Place& at, const Expected::Name& name) {
  const Expected::OpenNodes& open = name.open;
  Offers& offers = at.offers;
  switch (name.use) {
    case NameUse::made:
      if (is_changed(open) && open.size() == 2)
        offers.names_of_base(at.word(open.front(), 1));
      else if (open.size() == 1 && open.back().kind == Kind::option && offers.header() == "variant")
        offers.names_of_base("option");
      break;
    case NameUse::removed:
      offers.names_of_base(at.word(open.front(), 1));
      break;
    case NameUse::value:
      return offer_values(at, open);
    case NameUse::target:
      offers.targets(innermost(open, Kind::updates) != nullptr);
      offers.calls({SymbolKind::effect});
      break;
    case NameUse::effect:
      offers.kind(SymbolKind::effect);
      offers.calls({SymbolKind::effect});
      break;
    case NameUse::argument:
      if (const Expected::Open* put = innermost(open, Kind::put)) offers.arguments_of(at.word(*put, 1));
      break;
    case NameUse::bag:
      offers.bags();
      break;
    case NameUse::drawn:
      if (innermost(open, Kind::test)) offers.drawn();
      break;
    case NameUse::library:
      offers.files(beside(at.desk, at.document, true), "library", "use ");
      offers.files(at.desk.files_of(at.document)->names(), "library", "use ");
      break;
    case NameUse::game:
      offer_games(at);
      break;
    default:
      for (const auto& [use, kind] : kSymbols)
        if (use == name.use) offers.kind(kind);
  }
  return true;
}

// ---- moves in tests

constexpr std::uint64_t kMostRead = 20'000;  // moves; of these the ones that begin as the text does
constexpr std::size_t kMostOffered = 300;

/// The place after this one where as many blocks are closed, outside of texts and comments; else the end.
std::size_t end_of_blocks(std::string_view text, std::size_t at, std::size_t blocks) {
  for (lang::Lexer lexer(text, at); const auto token = lexer.next();) {
    if (token->text == "{") ++blocks;
    if (token->text == "}" && --blocks == 0) return token->end();
  }
  return text.size();
}

/// The legal moves where a test has a `play`: those of the position that the test has reached there.
std::vector<Completion> moves_in_test(Desk& desk, const std::string& document, std::uint32_t at) {
  const std::string& text = *desk.text(document);
  const TextPlace place = text_place(text, at);
  if (!place.in_text || place.blocks.empty() || place.blocks.front() != "test") return {};
  const std::size_t begin = place.text_begin;
  // `play "one", "two", "` is cut before the comma, or before `play`.
  std::size_t cut = begin - 1;
  const std::size_t statement = text.find_last_of("{;\n", cut) + 1;
  const std::vector<std::string> words = words_of(text.substr(statement, cut - statement));
  if (words.empty() || words.front() != "play") return {};
  const auto skip_blanks = [&] {
    while (cut > statement && (text[cut - 1] == ' ' || text[cut - 1] == '\t')) --cut;
  };
  skip_blanks();
  if (cut > statement && text[cut - 1] == ',')
    --cut;
  else
    cut = text.rfind("play", cut);
  const std::size_t line_end = std::min(text.find('\n', at), text.size());
  const std::size_t close = std::min(text.find('"', at), line_end);
  const std::size_t end = end_of_blocks(text, std::min(close + 1, text.size()), place.blocks.size());
  const Edit edit{{document, static_cast<std::uint32_t>(cut), static_cast<std::uint32_t>(std::max(cut, end))},
                  "\n" + std::string(place.blocks.size(), '}')};
  Desk::Analysis trial = desk.edited(*desk.analysis(document), {edit});
  const Result<Game> game = trial.game({});
  if (!game) return {};
  const std::vector<rules::Test>& tests = game->program().rules.tests;
  auto test = tests.end();  // the last one that begins before
  for (auto each = tests.begin(); each != tests.end(); ++each)
    if (each->span.file == 0 && each->span.begin < cut && (test == tests.end() || test->span.begin < each->span.begin))
      test = each;
  if (test == tests.end()) return {};
  const std::vector<EndedTest> ended = glint::run_tests(*game, {static_cast<int>(test - tests.begin())});
  if (ended.empty() || !ended.front().report.passed || !ended.front().last) return {};
  const Position& position = *ended.front().last;
  const Result<std::uint64_t> count = position.count_moves();
  const std::string typed = text.substr(begin, at - begin);
  std::vector<Completion> offers;
  for (std::uint64_t i = 0; count && i < std::min(*count, kMostRead) && offers.size() < kMostOffered; ++i) {
    const Result<std::string> move = position.move(i);
    if (!move || !move->starts_with(typed)) continue;
    const auto until = static_cast<std::uint32_t>(close < line_end ? close : at);
    offers.push_back(
        {*move, "value", "a legal move", false, {}, {}, Range{document, static_cast<std::uint32_t>(begin), until}});
  }
  return offers;
}

// ---- values that fit

/// The name that is being written. It only makes the text readable: whatever it is, the checker notes what may be
/// there.
const std::string kBeingWritten = "being_written";

/// The text before a place with a name there, and after it whatever makes it readable: nothing, or the end of the
/// statement instead of the rest.
std::string readable_with(const std::string& text, std::uint32_t begin, std::uint32_t end, const std::string& name) {
  const TextPlace place = text_place(text, begin);
  std::string open;  // brackets on this line
  for (const char c : place.line) {
    if (c == '(' || c == '[') open += c == '(' ? ')' : ']';
    if ((c == ')' || c == ']') && !open.empty()) open.pop_back();
  }
  std::reverse(open.begin(), open.end());
  const std::string before = text.substr(0, begin) + name, blocks = " " + std::string(place.blocks.size(), '}');
  const std::string line_end = text.substr(std::min(text.find('\n', end), text.size()));
  std::string best;
  std::size_t fewest = SIZE_MAX;
  const auto consider = [&](std::string whole) {
    const std::size_t errors = fewest == 0 ? 0 : syntax_errors_in(whole);
    if (errors < fewest) best = std::move(whole);
    fewest = std::min(fewest, errors);
  };
  consider(before + text.substr(end));
  for (const char* rest : {"", " = 0", " on a", " to a", " { }", " : tie", " wins"}) {
    consider(before + open + rest + line_end);
    consider(before + open + rest + blocks);
  }
  return best;
}

}  // namespace

void Desk::keep_labels(const std::string& document) {
  Analysis* known = analysis(document);
  if (!known) return;
  if (const Result<Game> game = known->game({})) labels_[document] = labels_of(*game);
}

/// What may stand at a place. The checker finds it (check.hpp), once the text is readable: a name is put there,
/// and the statement ends.
std::optional<lang::Wanted> Desk::wanted_at(const std::string& document, std::uint32_t begin, std::uint32_t end) {
  const std::string& text = *this->text(document);
  if (text.size() > kLongestParsed) return std::nullopt;
  lang::Sources sources;
  sources.add({document, readable_with(text, begin, end, kBeingWritten)});
  lang::Wanted wanted;
  wanted.at = begin;
  lang::check(sources, 0, *files_of(document), limits_.check, limits_.stop, &trees_, &wanted);
  return wanted.is_known || wanted.members ? std::optional(std::move(wanted)) : std::nullopt;
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
  Place place{*this, document, text, begin, offers};
  for (const Expected::Name& name : expected.names)
    if (!offer_names(place, name)) return offers.take();
  offers.words(expected, !is_item);
  if (expected.name(NameUse::value))
    if (const auto wanted = wanted_at(document, begin, begin + static_cast<std::uint32_t>(word.size()))) offers.rank(*wanted);
  return offers.take();
}

}  // namespace glint::desk
