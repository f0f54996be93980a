#include "interpreter/desk/playing.hpp"

#include <algorithm>

#include "interpreter/desk/analysis.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "interpreter/game/position/position_view.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::desk {
namespace {

/// True if `moves` go on from those of `before`, in the same game from the same beginning.
bool goes_on_from(const Where& before, const Where& where) {
  return before.options == where.options && before.draws == where.draws && before.seed == where.seed &&
         before.at == where.at && before.test == where.test && before.moves.size() <= where.moves.size() &&
         std::equal(before.moves.begin(), before.moves.end(), where.moves.begin());
}

Result<Position> end_of_test(Desk& desk, const std::string& document, const std::string& title) {
  const std::vector<Tested> tested = run_tests(desk, document, {title});
  if (tested.empty()) return plain_error(lang::Code::G0506, "there is no test `" + title + "`");
  if (tested.front().position) return *tested.front().position;
  const std::vector<Error>& errors = tested.front().errors;
  return errors.empty() ? plain_error(lang::Code::G0506, "the test `" + title + "` does not begin") : errors.front();
}

}  // namespace

Result<Game> game_of(Desk& desk, const std::string& document, const Settings& options) {
  Desk::Analysis* known = desk.analysis(document);
  if (!known) return plain_error(lang::Code::G0506, "there is no open document `" + document + "`");
  return known->game(options);
}

std::vector<Error> errors_of(Desk& desk, const std::string& document) {
  const Desk::Analysis* known = desk.analysis(document);
  return known ? known->errors() : std::vector<Error>();
}

Settings options_of(const Game& game, Settings options) {
  const std::vector<OptionInfo> known = game.options();
  std::erase_if(options, [&](const auto& each) {
    return std::none_of(known.begin(), known.end(), [&](const OptionInfo& one) { return one.name == each.first; });
  });
  return options;
}

Result<Game> base_of(Desk& desk, const std::string& document, const Settings& options) {
  const Desk::Analysis* known = desk.analysis(document);
  if (!known) return plain_error(lang::Code::G0506, "there is no open document `" + document + "`");
  const std::vector<tree::Decl>& decls = known->file(0).decls;
  const bool is_variant = !decls.empty() && decls.front().kind == tree::DeclKind::variant;
  if (!is_variant) return plain_error(lang::Code::G0506, "`" + document + "` is not a variant");
  const tree::Decl& header = decls.front();
  const std::optional<tree::Text>& path = header.as<tree::VariantDecl>().path;
  const std::string wanted = path ? tree::plain_text(*path) : header.name.text;
  const auto found = desk.files_of(document)->find_game(wanted, known->sources->file(0));
  if (!found) return plain_error(lang::Code::G0507, "there is no game `" + wanted + "`");
  return game_of_text(desk, document, found->text, options, found->name);
}

Result<Game> game_of_text(const Desk& desk, const std::string& document, const std::string& text,
                          const Settings& options, const std::string& file) {
  const std::unique_ptr<lang::Loader> files = desk.files_of(document);
  Result<Game> game = Game::from_text(text, file, {}, files.get(), desk.limits());
  if (!game) return game;
  const Settings own = options_of(*game, options);
  return own.empty() ? game : Game::from_text(text, file, own, files.get(), desk.limits());
}

Result<std::string> new_variant(Desk& desk, const std::string& document, NewVariant wanted) {
  const Result<Game> game = game_of(desk, document);
  if (!game) return game.errors();
  wanted.path = document.substr(0, document.rfind('/') + 1) + wanted.path;
  return new_variant(wanted, *game, *desk.files_of(wanted.path), desk.limits());
}

Reached reach(Desk& desk, const std::string& document, const Where& where) {
  Desk::Analysis* known = desk.analysis(document);
  std::optional<std::pair<Where, Reached>>* last = known ? &known->reached : nullptr;
  Reached reached;
  if (last && *last && (*last)->second.position && !(*last)->second.refused && goes_on_from((*last)->first, where)) {
    reached = (*last)->second;
  } else {
    const Result<Game> game = game_of(desk, document, where.options);
    if (!game) {
      reached.errors = game.errors();
      return reached;
    }
    reached.game = *game;
    StartOptions options;
    options.seed = where.seed;
    for (const auto& [name, value] : where.draws)
      for (std::string& each : split_draws(*game, name, value)) options.draws.emplace_back(name, std::move(each));
    const Result<Position> start = !where.test.empty() ? end_of_test(desk, document, where.test)
                                   : where.at.empty()  ? game->start(options) : game->read(where.at, options);
    if (!start) {
      reached.errors = start.errors();
      return reached;
    }
    reached.position = *start;
    reached.game = start->game();  // a test may have options of its own
  }
  while (reached.played < where.moves.size() && !reached.refused) {
    const int mover = reached.position->to_move();
    if (reached.played + 1 == where.moves.size()) reached.before = reached.position;
    reached.refused = reached.position->play(where.moves[reached.played]);
    if (reached.refused) break;
    reached.plies.emplace_back(mover, reached.position->last_move());
    ++reached.played;
  }
  if (last) *last = {where, reached};
  return reached;
}

std::vector<TestPlace> tests_of(Desk& desk, const std::string& document) {
  const Desk::Analysis* known = desk.analysis(document);
  std::vector<TestPlace> places;
  for (const lang::Symbol& symbol : known ? known->index().symbols : std::vector<lang::Symbol>{})
    if (symbol.kind == lang::SymbolKind::test && symbol.at.file == 0)
      places.push_back({symbol.name, known->range(symbol.at), known->range(symbol.whole)});
  return places;
}

std::vector<Tested> run_tests(Desk& desk, const std::string& document, const std::vector<std::string>& titles) {
  const Result<Game> game = game_of(desk, document);
  if (!game) return {};
  std::vector<Tested> tested;
  std::vector<int> numbers;
  const std::vector<rules::Test>& all = game->program().rules.tests;
  for (const TestPlace& place : tests_of(desk, document)) {
    if (!titles.empty() && std::find(titles.begin(), titles.end(), place.title) == titles.end()) continue;
    const auto found = std::find_if(all.begin(), all.end(), [&](const rules::Test& test) {
      return test.span.file == 0 && place.whole.begin <= test.span.begin && test.span.begin < place.whole.end;
    });
    if (found == all.end()) continue;
    tested.push_back({place, false, {}, {}, {}});
    numbers.push_back(static_cast<int>(found - all.begin()));
  }
  std::vector<EndedTest> ended = glint::run_tests(*game, numbers);
  for (std::size_t i = 0; i < ended.size(); ++i) {
    tested[i].passed = ended[i].report.passed;
    tested[i].failure = std::move(ended[i].report.failure);
    tested[i].errors = std::move(ended[i].errors);
    tested[i].position = std::move(ended[i].last);
    if (tested[i].passed || !tested[i].errors.empty()) continue;
    // One that cannot be run fails by what is wrong in its text.
    for (Error& error : errors_of(desk, document)) {
      const lang::Span at = desk.analysis(document)->span_of(error);
      const Range& whole = tested[i].test.whole;
      if (error.line > 0 && at.file == 0 && whole.begin <= at.begin && at.begin < whole.end) tested[i].errors.push_back(std::move(error));
    }
  }
  return tested;
}

}  // namespace glint::desk
