#include "interpreter/machine/tabulate.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "interpreter/beam/tables.hpp"
#include "lang/source/stop.hpp"

namespace glint {

namespace {

/// Runs code that reads nothing of the position and keeps the slots that it computes in the initial frame.
bool compute_once(Interpreter& interpreter, Program& program, int code, Slot slot, std::size_t size) {
  if (interpreter.run(code) != Interpreter::Status::done) return false;
  std::copy_n(interpreter.frame() + slot, size, program.code.initial_frame.begin() + slot);
  return true;
}

/// Constant lets, which read only earlier ones, and the cells and edges that always act on beams.
std::optional<Failure> compute_constants(Program& program) {
  Interpreter interpreter(program);
  interpreter.fuel().refill(program.limits.build);
  std::uint64_t most = 0, before = 0;
  std::size_t most_of = 0;  // the let that took most
  for (std::size_t let = 0; let < program.kept.lets.size(); ++let) {
    const Kept& kept = program.kept.lets[let];
    if (!kept.is_constant) continue;
    const bool is_done = compute_once(interpreter, program, kept.code, kept.slot, kept.size);
    if (interpreter.fuel().burnt() - before > most) {
      most = interpreter.fuel().burnt() - before;
      most_of = let;
    }
    before = interpreter.fuel().burnt();
    if (is_done) continue;
    const bool is_out = before > static_cast<std::uint64_t>(program.limits.build);
    if (!is_out) return interpreter.failure();
    return Failure{lang::Code::G0605, program.rules.lets[most_of].span,
                   "computing constants takes more than " + in_words(program.limits.build, "step") +
                       "; most of them are for this"};
  }
  for (const Reactions::Acting& acting : program.reactions.acting) {
    const int words = acting.is_crossing ? program.geometry.edge_words : program.words();
    if (acting.is_constant &&
        !compute_once(interpreter, program, acting.code, acting.set, static_cast<std::size_t>(words)))
      return interpreter.failure();
  }
  return std::nullopt;
}

void fill_emissions(Program& program, Interpreter& interpreter, lang::StopCheck& stop) {
  Reactions& reactions = program.reactions;
  if (!reactions.emission_is_static) return;
  reactions.emissions.resize(program.pieces.keys.size());
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    stop.after();
    if (reactions.emit_code[program.pieces.keys[key].kind] < 0) continue;
    interpreter.pieces().clear(0);
    interpreter.pieces().put(0, static_cast<int>(key));
    std::vector<Reactions::Way> found;
    if (!interpreter.cases().run_emission(static_cast<int>(key), 0, found)) {
      reactions.emission_is_static = false;  // a value is out of range: reported in play
      return;
    }
    reactions.emissions[key] = std::move(found);
  }
}

void fill_sides(Program& program, Interpreter& interpreter, lang::StopCheck& stop) {
  Reactions& reactions = program.reactions;
  if (!reactions.sides.are_static) return;
  reactions.sides.of_key.assign(program.pieces.keys.size(), 0);
  for (std::size_t key = 1; key < program.pieces.keys.size(); ++key) {
    stop.after();
    if (reactions.sides.code[program.pieces.keys[key].kind] < 0) continue;
    interpreter.pieces().clear(0);
    interpreter.pieces().put(0, static_cast<int>(key));
    if (interpreter.cases().sides_of(0, reactions.sides.of_key[key])) continue;
    reactions.sides.are_static = false;  // a value is out of range: reported in play
    return;
  }
}

void fill_entries(Program& program, Interpreter& interpreter, lang::StopCheck& stop) {
  Reactions& reactions = program.reactions;
  if (reactions.row_code.empty()) return;
  const std::size_t keys = program.pieces.keys.size(), rows = reactions.row_code.size();
  const auto ways = static_cast<std::size_t>(program.geometry.directions);
  const auto payloads = static_cast<std::size_t>(program.payloads.count);
  std::vector<std::uint32_t> entries(rows * ways * payloads, Reactions::kCode);
  std::vector<Reactions::Way> found;
  for (std::size_t row = 0; row < rows; ++row) {
    if (row < keys && !reactions.optical_key[row])
      std::fill_n(entries.begin() + static_cast<std::ptrdiff_t>(row * ways * payloads), ways * payloads, Reactions::kNone);
    const int code = reactions.row_code[row];
    if (code < 0) continue;
    const std::size_t key = row < keys                               ? row
                            : row < reactions.sides.first_row + keys ? row - reactions.sides.first_row
                                                                     : 0;
    interpreter.pieces().clear(0);
    if (key) interpreter.pieces().put(0, static_cast<int>(key));
    for (std::size_t way = 0; way < ways; ++way)
      for (std::size_t payload = 0; payload < payloads; ++payload) {
        stop.after(1 + static_cast<std::int64_t>(found.size()) / 8);
        const Meeting meeting{0, static_cast<int>(way), static_cast<std::int64_t>(payload)};
        entries[(row * ways + way) * payloads + payload] =
            interpreter.cases().run_cases(code, meeting, found) ? entry_for(reactions, found) : Reactions::kCode;
      }
  }
  reactions.entries = std::move(entries);
}

}  // namespace

std::optional<Failure> tabulate(Program& program) {
  // Asked between all parts, because an interpreter of a large board takes milliseconds to make; and a stopped run
  // looks like one that fails in play.
  const auto stopped = [&]() -> std::optional<Failure> {
    if (!program.limits.stop || !program.limits.stop()) return std::nullopt;
    return stopped_failure(program);
  };
  if (auto failure = stopped()) return failure;
  if (auto failure = compute_constants(program)) return failure;
  if (auto failure = stopped()) return failure;
  Interpreter interpreter(program);
  if (auto failure = stopped()) return failure;
  lang::StopCheck stop(program.limits.stop);
  try {
    fill_emissions(program, interpreter, stop);
    fill_sides(program, interpreter, stop);
    fill_entries(program, interpreter, stop);
    if (auto failure = stopped()) return failure;
    derive_tables(program, stop);
  } catch (const lang::Stopped&) {
    return stopped_failure(program);
  }
  return std::nullopt;
}

}  // namespace glint
