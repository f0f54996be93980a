// Expressions that somebody asks about a position. An expression is compiled as a test of the script would be, which
// changes nothing else: the State of a position is the same with and without it.
#include "glint/evaluate.hpp"

#include "interpreter/build/board/constants.hpp"
#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/loading/access.hpp"
#include "interpreter/game/loading/load.hpp"
#include "interpreter/game/loading/make_program.hpp"
#include "interpreter/program/program.hpp"
#include "interpreter/program/values.hpp"
#include "lang/check/check.hpp"

namespace glint {

namespace {

using rules::Base;

/// The name in errors of the text that was asked.
constexpr const char* kAsked = "<expression>";

Value value_at(const Program& program, const rules::Type& type, const Word* slots) {
  Value value;
  value.text = print_slots(program, type, slots);
  value.of_cells = type.base == Base::cell || type.base == Base::place;
  const auto row = static_cast<int>(program.words() * 64);  // places: a row of cells for each level
  if (type.is_set) {
    value.kind = Value::Kind::set;
    value.of_numbers = type.base == Base::number;
    rules::Type one = type;
    one.is_set = false;
    for (const int element : each_bit(slots, is_of_board(type) ? program.set_words(type) : 1)) {
      const Word number = static_cast<Word>(element);
      value.elements.push_back(print_slots(program, one, &number));
      if (value.of_cells) value.cells.push_back(element % row);
    }
  } else if (type.base == Base::number || type.base == Base::flag) {
    value.kind = type.base == Base::number ? Value::Kind::number : Value::Kind::flag;
    value.number = static_cast<std::int64_t>(slots[0]);
  } else {
    value.kind = Value::Kind::name;
    if (value.of_cells) value.cells.push_back(static_cast<int>(slots[0]) % row);
  }
  return value;
}

}  // namespace

Result<Expression> Expression::read(const Game& game, std::string_view text, lang::Loader* loader) {
  const Program& given = game.program();
  auto sources = std::make_shared<lang::Sources>();
  const std::uint32_t script = sources->add(given.sources->file(0));
  const std::uint32_t asked = sources->add({kAsked, std::string(text)});
  lang::Checked checked = lang::check_asked(*sources, script, *bundled_loader(loader), asked, given.limits.check,
                                           given.limits.stop);
  if (!checked.rules) return to_errors(*sources, checked.diagnostics);
  const int its_test = static_cast<int>(checked.rules->tests.size()) - 1;
  const Built built = make_program(*checked.rules, sources, given.id,
                                   {.options = given.options, .limits = given.limits, .only_test = its_test});
  if (!built.program) return to_errors(*sources, built.diagnostics);
  if (built.program->uses_seen && !given.uses_seen)
    return plain_error(lang::Code::G0403, "this game does not record earlier positions",
                       "`seen` has a value only in games whose rules use it");
  built.program->rules_hash = given.rules_hash;
  return Expression(built.program);
}

Result<Value> Expression::value(const Position& position, int viewer) const {
  const TestStep& step = program_->entries.tests.front().steps.front();
  const rules::Expr& asked = step.statement->exprs[0];
  const Game game = position.game();
  if (game.program().rules_hash != program_->rules_hash || game.program().options != program_->options)
    return plain_error(lang::Code::G0506, "this expression was read for another game, or for other options of it");
  if (viewer != -1 && viewer != kNobody && !is_player(*program_, viewer))
    return plain_error(lang::Code::G0506, "this game has no player " + std::to_string(viewer));
  for (int each = 0; is_player(*program_, each); ++each) {
    if (viewer != each && viewer != kNobody) continue;  // kNobody may see only what each of them may see
    const auto hidden = lang::hidden_from(program_->rules, asked, each, position.to_move(), program_->limits.check,
                                          program_->limits.stop);
    if (!hidden.empty()) return to_errors(*program_->sources, hidden);
  }
  Machine machine(*program_);
  machine.load(position.state());
  if (program_->uses_seen) machine.set_past(&PositionAccess::history(position));
  if (machine.run_aside(step.code) == Machine::Status::error) return to_error(*program_, machine.failure());
  return value_at(*program_, asked.type, machine.frame() + step.value);
}

std::optional<Value> constant_of(const Game& game, std::size_t number) {
  const Program& program = game.program();
  const rules::Let& let = program.rules.lets[number];
  if (let.reads_state || !let.frame.locals.empty()) return std::nullopt;
  const Kept& kept = program.kept.lets[number];
  if (kept.is_constant && kept.code >= 0)
    return value_at(program, let.type, program.code.initial_frame.data() + kept.slot);
  if (is_of_board(let.type)) return std::nullopt;  // no rule reads it, so it was not computed
  const auto value = Constants(program.rules, program.options).try_value(let.body);
  if (!value) return std::nullopt;
  const Word word = static_cast<Word>(*value);
  return value_at(program, let.type, &word);
}

std::string draw_cells(const Game& game, const std::vector<int>& cells) {
  std::vector<std::string> tokens(game.cells().size(), ".");
  for (const int cell : cells)
    if (cell >= 0 && static_cast<std::size_t>(cell) < tokens.size()) tokens[static_cast<std::size_t>(cell)] = "#";
  return drawn_board(game.program(), tokens);
}

}  // namespace glint
