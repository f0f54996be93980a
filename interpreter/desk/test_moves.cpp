// The legal moves where a test says what is played: of the position that the test has reached there.
#include <algorithm>
#include <string_view>
#include <utility>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/desk/offers.hpp"
#include "interpreter/desk/text_place.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "lang/source/lexer.hpp"

namespace glint::desk {
namespace {

constexpr std::uint64_t kMostRead = 20'000;  // moves; of these the ones that begin as the text does
constexpr std::size_t kMostOffered = 300;

/// Where as many blocks are closed after this place, outside of texts and comments; else the end.
std::size_t end_of_blocks(std::string_view text, std::size_t at, std::size_t blocks) {
  for (lang::Lexer lexer(text, at); const auto token = lexer.next();) {
    if (token->text == "{") ++blocks;
    if (token->text == "}" && --blocks == 0) return token->end();
  }
  return text.size();
}

}  // namespace

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

}  // namespace glint::desk
