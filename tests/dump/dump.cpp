#include "tests/dump/dump.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "interpreter/program/opcodes.hpp"
#include "interpreter/program/values.hpp"
#include "lang/diagnostics/presentable.hpp"
#include "lang/source/text.hpp"
#include "tests/dump/plan_words.hpp"

namespace glint {

namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

/// Names for the slots that have one.
std::map<Slot, std::string> slot_names(const Program& program) {
  std::map<Slot, std::string> names;
  names[Layout::kNode] = "node";
  names[Layout::kOutcome] = "outcome";
  names[Layout::kMe] = "me";
  names[program.layout.occupied] = "occupied";
  const auto words = static_cast<Slot>(program.words());
  for (std::size_t k = 0; k < program.rules.kinds.size(); ++k)
    for (int owner = 0; owner < program.pieces.sets_of_kind[k]; ++owner) {
      std::string name = program.rules.kinds[k].name;
      if (program.rules.kinds[k].owned) name += " of " + program.rules.players[owner].name;
      const int set = program.pieces.first_set[k] + owner;
      names[program.tops_of(k, owner)] = name;
      if (program.layout.stack > 1)
        names[program.layout.levels + static_cast<Slot>(set * program.layout.stack) * words] = "stacked " + name;
    }
  for (std::size_t v = 0; v < program.rules.variables.size(); ++v)
    names[program.layout.variables[v]] = program.rules.variables[v].name;
  for (std::size_t p = 0; p < program.rules.players.size() && program.layout.pending_stride > 0; ++p)
    names[program.layout.pending + static_cast<Slot>(p) * program.layout.pending_stride] =
        "chosen by " + program.rules.players[p].name;
  for (const FieldPlanes& planes : program.pieces.planes)
    for (std::int64_t i = 0; planes.is_read && i < planes.sets(); ++i) {
      const rules::PieceField& field = program.rules.fields[planes.field];
      names[planes.slot + static_cast<Slot>(i) * words] =
          field.name + (planes.is_less ? " < " + std::to_string(planes.lo + i)
                                       : " == " + print_value(program.rules, field.type, planes.lo + i));
    }
  for (const Kept& kept : program.kept.lets) {
    const rules::Let& let = program.rules.lets[kept.let];
    if (kept.bit >= 0 || (kept.is_constant && let.form == rules::LetForm::function)) names[kept.slot] = let.name;
  }
  return names;
}

/// The listing of an instruction, with i(a), s(b), ->c replaced by names and values.
std::string explain(const Program& program, const std::map<Slot, std::string>& names, const Instruction& one) {
  const std::string listing = info_of(one.op).listing;
  const auto slot = [&](Slot number, bool set) -> std::string {
    const auto named = names.find(number);
    if (named != names.end()) return named->second;
    const Word value = number < program.code.initial_frame.size() ? program.code.initial_frame[number] : 0;
    if (number >= program.layout.size && value != 0 && !set && value < 100'000) return std::to_string(value);
    return "r" + std::to_string(number);
  };
  std::string text;
  for (std::size_t i = 0; i < listing.size(); ++i) {
    const bool operand = i + 3 < listing.size() && (listing[i] == 'i' || listing[i] == 's') && listing[i + 1] == '(' &&
                         (listing[i + 2] == 'a' || listing[i + 2] == 'b' || listing[i + 2] == 'c') && listing[i + 3] == ')' &&
                         (i == 0 || !isalpha(static_cast<unsigned char>(listing[i - 1])));
    if (operand) {
      const Slot number = listing[i + 2] == 'a' ? one.a : listing[i + 2] == 'b' ? one.b : one.c;
      text += slot(number, listing[i] == 's');
      i += 3;
    } else if (listing.compare(i, 3, "->c") == 0) {
      text += "-> " + std::to_string(one.c);
      i += 2;
    } else {
      text += listing[i];
    }
  }
  return text;
}

/// The text of a span on one line, shortened.
std::string quoted(const Program& program, lang::Span span) {
  constexpr std::size_t kLongest = 60;
  std::string text;
  for (const char c : program.sources->text(span)) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) text += c;
    else if (!text.empty() && text.back() != ' ') text += ' ';
  }
  if (text.size() > kLongest) text = cut(text, static_cast<int>(kLongest) - 3) + "...";
  return lang::marked(text);
}

/// The engine's limits that the game goes beyond: it is played the same, but slower.
std::string limits(const Program& program) {
  const rules::Rules& rules = program.rules;
  const BeyondLimits& beyond = program.beyond;
  std::string text;
  const auto line = [&text](const std::string& limit) { text += "limit    " + limit + "\n"; };
  if (beyond.kept)
    line(std::to_string(kMostKept) +
         " lets and rules are kept until something that they read changes; the others are computed at each use");
  std::set<int> fields;
  for (const FieldPlanes& planes : program.pieces.planes)
    if (planes.slot == 0) fields.insert(planes.field);
  for (const int field : fields)
    line("field `" + rules.fields[field].name + "` is not kept as sets of cells: they would be more than " +
         std::to_string(kMostPlaneValues) + ", or more than " + std::to_string(kMostPlaneSlots) + " words for all fields");
  if (program.traces.lit_field >= 0 && program.words() > kMostLitWords)
    line("light is not kept on boards of more than " + std::to_string(kMostLitWords * 64) +
         " cells: it is computed at each use");
  if (beyond.seats)
    line("all players share the code for moves: only for up to " + std::to_string(kMostSeats) +
         " players it is written for each");
  if (beyond.written_out)
    line("more than " + std::to_string(kMostWritten) +
         " parts of expressions were written out, or there is very much code: the rest stays loops and calls");
  if (beyond.reactions)
    line("reactions are run as code: a table would have more than " + std::to_string(kMostReactionEntries) +
         " entries, or more than " + std::to_string(kMostReactionWays) + " ways on of beams that split");
  if (beyond.unsplit)
    line("beams are followed the general way: the tables for beams that nothing splits would be too large");
  const bool asks_hypothetical = std::any_of(
      program.code.instructions.begin(), program.code.instructions.end(),
      [](const Instruction& one) { return one.op == Opcode::would_meet || one.op == Opcode::would_meet_all; });
  if (beyond.answers && asks_hypothetical)
    line("hypothetical beams are followed each time: cached answers would take more than " +
         std::to_string(kMostAnswerWords) + " words");
  return text;
}

/// How conditions on every cell of a set were compiled, each place once.
std::string conditions(const Program& program, const std::vector<Lifted>& noted) {
  std::vector<Lifted> all;
  for (const Lifted& one : noted) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Lifted& other) { return other.span == one.span; });
    if (found == all.end()) all.push_back(one);
    else found->is_set = found->is_set || one.is_set;
  }
  std::string text = all.empty() ? "" : "\nconditions on each cell of a set\n";
  std::sort(all.begin(), all.end(), [](const Lifted& a, const Lifted& b) {
    return std::tie(a.span.file, a.span.begin, a.span.end) < std::tie(b.span.file, b.span.begin, b.span.end);
  });
  for (const Lifted& one : all) {
    const auto& file = program.sources->file(one.span.file);
    const auto at = program.sources->locate(one.span.file, one.span.begin);
    text += "  " + lang::escaped(file.name) + ":" + std::to_string(at.line) + "  " + quoted(program, one.span) +
            (one.is_set ? "  for all at once" : "  one by one, because of " + quoted(program, one.stopped)) + "\n";
  }
  return text;
}

std::string dumped(const Program& program, const std::vector<Lifted>& lifted) {
  const rules::Rules& rules = program.rules;
  std::string text = "program " + lang::escaped(program.id) + "\n";
  for (std::size_t i = 0; i < rules.options.size(); ++i)
    text += "  option " + rules.options[i].name + " = " +
            print_value(rules, rules.options[i].type, program.options[i]) + "\n";
  const Geometry& geometry = program.geometry;
  text += "board    " + std::to_string(geometry.cells) + " cells, sets of " + std::to_string(geometry.words) + " words, " +
          std::to_string(geometry.directions) + " directions, " +
          (geometry.ray.empty() ? "rays stepped" : "rays in a table of " + std::to_string(geometry.ray.size() * 8) + " bytes") +
          "\n";
  text += "pieces   " + std::to_string(program.pieces.keys.size() - 1) + " keys of " +
          std::to_string(rules.kinds.size()) + " kinds\n";
  text += "beams    " + std::to_string(program.payloads.count) + " payloads; reactions " +
          (program.reactions.entries.empty()
               ? "by code"
               : "in a table of " + std::to_string(program.reactions.entries.size()) + " entries") +
          "\n";
  text += "state    " + std::to_string(program.layout.size * 8) + " bytes\n";
  text += "frame    " + std::to_string(program.layout.frame_size * 8) + " bytes\n";
  text += "code     " + std::to_string(program.code.instructions.size()) + " instructions\n" + limits(program) + "\n";

  const auto names = slot_names(program);
  text += "slots of the state and of kept lets\n";
  for (const auto& named : names) text += "  " + padded(std::to_string(named.first), 6) + named.second + "\n";

  text += conditions(program, lifted);

  std::map<int, std::string> entries;
  const auto entry = [&](int at, const std::string& name) {
    if (at >= 0) entries[at] += (entries[at].empty() ? "" : ", ") + name;
  };
  for (std::size_t i = 0; i < rules.lets.size(); ++i) {
    if (program.kept.lets[i].bit >= 0) entry(program.kept.lets[i].code, "let " + rules.lets[i].name + ", kept");
    entry(program.entries.lets[i], "let " + rules.lets[i].name);
  }
  for (std::size_t i = 0; i < rules.effects.size(); ++i)
    entry(program.entries.effects[i], "do " + rules.effects[i].name);
  for (std::size_t i = 0; i < rules.moves.size(); ++i) {
    entry(program.moves[i].run, "move " + rules.moves[i].name + ", run");
    const auto seats = [&](const std::vector<int>& code, const std::string& what) {
      for (std::size_t p = 0; p < code.size(); ++p)
        entry(code[p], "move " + rules.moves[i].name + what + (code.size() == 1 ? "" : " for " + rules.players[p].name));
    };
    seats(program.moves[i].quick.entries, ", out of the list");
    seats(program.moves[i].list.entries, ", list");
    seats(program.moves[i].carry.entries, ", carried out");
  }
  for (std::size_t i = 0; i < rules.kinds.size(); ++i) {
    entry(program.reactions.code[i], "beam comes to " + rules.kinds[i].name);
    entry(program.reactions.emit_code[i], rules.kinds[i].name + " emits");
  }
  entry(program.entries.setup, "setup");
  entry(program.entries.play, "play");
  entry(program.entries.ends, "end");
  entry(program.entries.invariants, "invariants");
  entry(program.entries.score, "score");
  entry(program.entries.heuristic, "heuristic");
  for (const NoteCode& note : program.entries.notes) entry(note.code, "show");
  for (const BeamsCode& it : program.entries.beams) entry(it.code, "show beams " + rules.pictures.shows[it.show].name);
  for (const Instruction& one : program.code.instructions)
    if (one.op == Opcode::choose) entry(static_cast<int>(one.c), "at choice " + std::to_string(one.b) + " in random games");
  for (std::size_t i = 0; i < program.nodes.size(); ++i)
    entry(program.nodes[i].list, "list of choice " + std::to_string(i));
  text += "\ncode\n";
  for (std::size_t i = 0; i < program.code.instructions.size(); ++i) {
    const Instruction& one = program.code.instructions[i];
    if (const auto found = entries.find(static_cast<int>(i)); found != entries.end()) text += found->second + ":\n";
    const std::string name = info_of(one.op).name;
    std::string line = "  " + padded(std::to_string(i), 6) + padded(name, 15) + padded(std::to_string(one.a), 7) +
                       padded(std::to_string(one.b), 7) + padded(std::to_string(one.c), 7) +
                       padded(std::to_string(one.n), 4) + explain(program, names, one);
    text += line + "\n";
  }
  return text;
}

BuildOptions options_of(const Program& program) {
  BuildOptions options;
  options.options = program.options;
  options.limits = program.limits;
  return options;
}

}  // namespace

std::string dump(const Program& program) { return dumped(program, {}); }

std::string dump(const Game& game) {
  const Program& program = game.program();
  BuildWatch watch;
  BuildOptions options = options_of(program);
  options.watch = &watch;
  build(program.rules, program.sources, program.id, options);
  return dumped(program, watch.lifted);
}

std::vector<PlannedList> planned_lists(const Program& program, BuildOptions options) {
  std::vector<PlannedList> lists;
  BuildWatch watch;
  watch.plan = [&](int move, int player, const Steps& steps, const std::vector<const rules::Local*>& names) {
    lists.push_back({move, player, print(steps, {program, names, player})});
  };
  options.watch = &watch;
  const Built built = build(program.rules, program.sources, program.id, options);
  for (PlannedList& one : lists)
    if (built.program && built.program->moves[one.move].list.entries.size() == 1) one.player = -1;
  return lists;
}

std::string plans_of(const Game& game) {
  const rules::Rules& rules = game.program().rules;
  std::string text;
  for (const PlannedList& one : planned_lists(game.program(), options_of(game.program()))) {
    text += "move " + rules.moves[one.move].name;
    if (one.player >= 0) text += ", for " + rules.players[one.player].name;
    text += "\n" + one.text;
  }
  return text;
}

}  // namespace glint
