// The visible parts of a position: text, pieces, beams, cells and edges that act on beams, variables, notes and scores.
#include <algorithm>
#include <utility>

#include "interpreter/game/board_text/position_text.hpp"
#include "interpreter/game/loading/access.hpp"
#include "interpreter/program/values.hpp"
#include "lang/source/stop.hpp"

namespace glint {

namespace {

std::vector<std::string> payload_texts(const Program& program, std::int64_t payload) {
  std::vector<std::string> texts;
  for (std::size_t f = 0; f < program.payloads.fields.size(); ++f)
    texts.push_back(
        print_value(program.rules, program.rules.beams.fields[f].type, program.payloads.fields[f].value_of(payload)));
  return texts;
}

/// A position whose beams take more, step by step, is an error: bytes.
constexpr std::size_t kMostBeamBytes = 64'000'000;

/// So are splits nested deeper than this.
constexpr int kDeepestBranch = 400;

/// Makes Beams of a trace: joins segments, and adds branches to the beam that splits.
class BeamBuilder {
 public:
  /// `bytes`: what all beams took so far.
  BeamBuilder(const Program& program, const Trace& trace, int source, std::size_t& bytes)
      : program_(program), trace_(trace), source_(source), bytes_(bytes), after_(trace.segments.size()) {
    for (std::size_t i = 0; i < trace.segments.size(); ++i)
      if (trace.segments[i].parent >= 0) after_[trace.segments[i].parent].push_back(static_cast<int>(i));
  }

  /// Appends the emitter's beams; false if they take too much.
  bool add_to(std::vector<Beam>& beams) {
    for (std::size_t i = 0; i < trace_.segments.size(); ++i) {
      if (trace_.segments[i].parent >= 0) continue;
      beams.emplace_back();
      if (!beam_of(static_cast<int>(i), source_, 0, beams.back())) return false;
    }
    return true;
  }

 private:
  bool beam_of(int number, int source, int depth, Beam& beam) {
    beam.source = source;
    while (true) {
      const Segment& segment = trace_.segments[number];
      const std::vector<std::string> payload = payload_texts(program_, segment.payload);
      std::size_t of_step = sizeof(BeamStep);
      for (const std::string& field : payload) of_step += sizeof field + field.size();
      bytes_ += of_step * static_cast<std::size_t>(segment.length + 1);
      if (bytes_ > kMostBeamBytes || depth > kDeepestBranch) return false;
      int cell = segment.cell;
      for (int i = 0; i < segment.length; ++i) {
        beam.path.push_back({cell, segment.way, payload});
        cell = program_.geometry.next_to(cell, segment.way);
      }
      beam.end = segment.end;
      beam.end_cell = segment.end_cell;
      if (segment.at_edge || segment.end == BeamEnd::left) beam.end_way = segment.way;
      if (segment.end == BeamEnd::left) beam.left_with = payload_texts(program_, segment.exit_payload);
      if (segment.end_name >= 0) beam.end_name = program_.rules.beams.ends[segment.end_name];
      const std::vector<int>& next = after_[number];
      if (next.size() != 1) {
        for (const int branch : next) {
          beam.branches.emplace_back();
          if (!beam_of(branch, segment.end_cell, depth + 1, beam.branches.back())) return false;
        }
        return true;
      }
      number = next[0];
    }
  }

  const Program& program_;
  const Trace& trace_;
  const int source_;
  std::size_t& bytes_;
  std::vector<std::vector<int>> after_;  // by segment: those that begin at its end
};

/// Runs code of pictures once, or for each player, and visits the player (-1: none) for whom it shows something. False:
/// the script is in error, or `visit` wants no more.
bool each_told(Machine& machine, const auto& told, std::size_t players, auto visit) {
  const int last = told.for_each_player ? static_cast<int>(players) - 1 : -1;
  for (int player = told.for_each_player ? 0 : -1; player <= last; ++player) {
    const Machine::Status status =
        player < 0 ? machine.run_aside(told.code) : machine.run_for(player, told.player, told.code);
    if (status != Machine::Status::done) return false;
    if (machine.frame()[told.told] != 0 && !visit(player)) return false;
  }
  return true;
}

std::optional<std::int64_t> per_player(Machine& machine, int code, Slot player_slot, Slot value_slot, int player) {
  if (code < 0 || !is_player(machine.program(), player)) return std::nullopt;
  machine.fuel().refill();
  if (machine.run_for(player, player_slot, code) != Machine::Status::done) return std::nullopt;
  return static_cast<std::int64_t>(machine.frame()[value_slot]);
}

}  // namespace

std::string Position::text() const { return text_for(-1); }

std::string Position::text_for(int player) const {
  return print_position(PositionView(*this).machine(), viewer_in(*program_, player));
}

std::vector<std::pair<int, std::string>> Position::chosen() const {
  return chosen_texts(PositionView(*this).machine());
}

std::uint64_t Position::hash() const { return PositionView(*this).machine().hash(); }

std::vector<PieceInfo> Position::pieces(int cell) const {
  std::vector<PieceInfo> pieces;
  if (cell < 0 || cell >= program_->geometry.cells) return pieces;
  const Key* top = nullptr;
  for (int level = 0; level < program_->layout.stack; ++level) {
    // Read from the State, because loading it into the machine for every cell would take long on a large board.
    const int number = program_->key_in(state_.data(), cell, level);
    if (number == 0) break;
    const Key& key = program_->pieces.keys[number];
    top = &key;
    const rules::Kind& kind = program_->rules.kinds[key.kind];
    PieceInfo piece;
    piece.kind = kind.name;
    piece.label = kind.label;
    piece.owner = key.owner;
    piece.glyph = key.glyph;
    for (std::size_t f = 0; f < kind.fields.size(); ++f) {
      const rules::PieceField& field = program_->rules.fields[kind.fields[f]];
      piece.fields.emplace_back(field.name, print_value(program_->rules, field.type, key.values[f]));
      if (piece.facing < 0 && field.type.base == rules::Base::direction && !field.type.is_set)
        piece.facing = static_cast<int>(key.values[f]);
      if (piece.axis < 0 && field.type.base == rules::Base::axis && !field.type.is_set)
        piece.axis = static_cast<int>(key.values[f]);
    }
    pieces.push_back(std::move(piece));
  }
  if (pieces.empty()) return pieces;
  const auto kind = static_cast<std::size_t>(top->kind);
  if (program_->reactions.emit_code[kind] < 0 && program_->reactions.sides.code[kind] < 0) return pieces;
  // These depend on the position.
  Machine& machine = PositionView(*this).machine();
  machine.fuel().refill();
  const int key = machine.position().top_key(cell);
  std::vector<Reactions::Way> ways;
  if (program_->reactions.emit_code[kind] >= 0 && machine.cases().run_emission(key, cell, ways))
    for (const Reactions::Way& way : ways)
      pieces.back().emits.push_back({cell, way.way, payload_texts(*program_, way.payload)});
  Word sides = 0;
  if (machine.cases().sides_of(cell, sides))
    for (const int side : each_bit(sides)) pieces.back().sides.push_back(side);
  return pieces;
}

Position::Terrain Position::terrain() const {
  Terrain terrain;
  const Geometry& geometry = program_->geometry;
  if (program_->reactions.acting.empty()) return terrain;
  Machine& machine = PositionView(*this).machine();
  machine.fuel().refill();
  std::vector<Word> cells(static_cast<std::size_t>(geometry.words), 0);
  std::vector<Word> edges(static_cast<std::size_t>(geometry.edge_words), 0);
  for (const Reactions::Acting& acting : program_->reactions.acting) {
    if (!acting.is_constant && machine.run_aside(acting.code) != Machine::Status::done) continue;
    std::vector<Word>& all = acting.is_crossing ? edges : cells;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] |= machine.frame()[acting.set + i];
  }
  for (const int cell : each_bit(cells)) terrain.cells.push_back(cell);
  for (const int number : each_bit(edges)) {
    const Geometry::Edge& edge = geometry.edges[number];
    terrain.edges.emplace_back(edge.cell, edge.way);
  }
  return terrain;
}

std::vector<std::pair<std::string, std::string>> Position::variables() const { return variables_for(-1); }

std::vector<std::pair<std::string, std::string>> Position::variables_for(int player) const {
  return print_variables(PositionView(*this).machine(), viewer_in(*program_, player));
}

Result<std::vector<Beam>> Position::beams() const {
  std::vector<Beam> beams;
  if (program_->reactions.emitter_sets.empty()) return beams;
  Machine& machine = PositionView(*this).machine();
  const std::vector<Word> emitters = machine.position().emitters();
  std::size_t bytes = 0;
  for (const int cell : each_bit(emitters)) {
    const Trace* trace = machine.trace_of(cell);
    if (!trace) return to_error(*program_, machine.failure());
    if (!BeamBuilder(*program_, *trace, cell, bytes).add_to(beams))
      return to_error(
          *program_, {lang::Code::G0605,
                      program_->rules.kinds[program_->key(machine.position().top_key(cell)).kind].emits_directions.span,
                      "this position has too many beams to list"});
  }
  return beams;
}

Result<std::vector<Position::Ground>> Position::grounds() const {
  std::vector<Ground> grounds;
  Machine& machine = PositionView(*this).machine();
  const Geometry& geometry = program_->geometry;
  machine.fuel().refill();
  for (std::size_t i = 0; i < program_->entries.grounds.size(); ++i) {
    const GroundCode& ground = program_->entries.grounds[i];
    const rules::Ground& rule = program_->rules.pictures.grounds[i];
    const bool is_fine = each_told(machine, ground, program_->rules.players.size(), [&](int) {
      Ground& made = grounds.emplace_back();
      const Word* const frame = machine.frame();
      made.name = text_of(*program_, program_->code.messages[ground.message], frame);
      made.sign = rule.sign;
      made.colour = rule.colour;
      made.owner = rule.owner ? static_cast<int>(frame[ground.owner]) : -1;
      made.of_edges = rule.of_edges;
      made.of_lines = rule.of_lines;
      if (!rule.of_edges)
        for (const int cell : each_bit(frame + ground.cells, geometry.words)) made.cells.push_back(cell);
      else
        for (const int edge : each_bit(frame + ground.cells, geometry.edge_words))
          made.edges.emplace_back(geometry.edges[edge].cell, geometry.edges[edge].way);
      return true;
    });
    if (!is_fine) return to_error(*program_, machine.failure());
  }
  return grounds;
}

Position PositionView::with_only(const std::vector<int>& cells, int key) const {
  const Program& program = position_.machine().program();
  Board board(program);
  board.load(position_.state());
  board.fill_planes();
  Silence silence;
  for (int each = 0; each < program.geometry.cells; ++each)
    while (board.top(each).key != 0) board.remove_top(each, silence);
  for (const int cell : cells) board.put(cell, key, silence);
  Position only = position_;
  board.store(PositionAccess::state(only));
  return only;
}

std::vector<std::vector<Beam>> PositionView::beams_from(const std::vector<Shot>& shots) const {
  const Program& program = position_.machine().program();
  Interpreter interpreter(program);
  interpreter.load(position_.state());
  Kernel& kernel = interpreter.pieces().beams().kernel();
  std::vector<std::vector<Beam>> beams(shots.size());
  for (std::size_t i = 0; i < shots.size(); ++i) {
    interpreter.fuel().refill();
    Trace trace;
    std::size_t bytes = 0;
    const bool is_followed = kernel.trace_from(shots[i].cell, shots[i].way, shots[i].payload, trace) &&
                             (trace.part_count == 0 || kernel.tell_segments(trace));
    if (!is_followed || !BeamBuilder(program, trace, shots[i].cell, bytes).add_to(beams[i])) beams[i].clear();
  }
  return beams;
}

Result<std::vector<Beam>> Position::followed_beams(int player) const {
  player = viewer_in(*program_, player);
  std::vector<Beam> beams;
  const rules::Rules& rules = program_->rules;
  if (program_->entries.beams.empty() || !game().sees_beams(player)) return beams;
  Machine& machine = PositionView(*this).machine();
  machine.forget_all();  // kept beams would not be followed again
  machine.fuel().refill();
  std::vector<Beams::Followed> followed;
  std::size_t bytes = 0;
  for (const BeamsCode& shown : program_->entries.beams) {
    const rules::Show& show = rules.pictures.shows[shown.show];
    if (!show.is_open && player >= 0) continue;
    const int last = shown.for_each_player ? static_cast<int>(rules.players.size()) - 1 : -1;
    for (int of = shown.for_each_player ? 0 : -1; of <= last; ++of) {
      const std::size_t before = followed.size();
      machine.record_beams(&followed);
      const Machine::Status status =
          of < 0 ? machine.run_aside(shown.code) : machine.run_for(of, shown.player, shown.code);
      machine.record_beams(nullptr);
      if (status != Machine::Status::done) {
        if (!show.is_default || machine.failure().code == lang::Code::G0614) return to_error(*program_, machine.failure());
        followed.resize(before);  // the rules may never ask for it here
        continue;
      }
      for (std::size_t i = before; i < followed.size(); ++i) {
        const Beams::Followed& one = followed[i];
        const std::size_t first = beams.size();
        if (!BeamBuilder(*program_, one.trace, one.trace.segments.front().source, bytes).add_to(beams))
          return to_error(*program_, {lang::Code::G0605, show.span, "this position has too many beams to list"});
        for (std::size_t b = first; b < beams.size(); ++b) {
          beams[b].name = show.name + (of < 0 ? "" : " of " + rules.players[of].name);
          if (one.over_edge) beams[b].entry_way = one.way;
        }
      }
    }
  }
  return beams;
}

Result<std::vector<Position::Note>> Position::notes() const {
  constexpr std::size_t kMost = 1'000'000;  // bytes, of all notes
  std::size_t bytes = 0;
  std::vector<Note> notes;
  struct Drawn {
    std::size_t note, piece;
    int key;
    bool is_undirected;
  };
  std::vector<Drawn> drawn;
  std::vector<std::size_t> rows;
  Machine& machine = PositionView(*this).machine();
  machine.fuel().refill();
  int show = -1;
  std::size_t first = 0;  // the first of the notes of this line of the script
  for (const NoteCode& note : program_->entries.notes) {
    if (note.message < 0) continue;
    const rules::Show& rule = program_->rules.pictures.shows[note.show];
    const bool is_drawn = rule.piece.has_value();
    if (note.show != show) {
      first = notes.size();
      // A row for each player; rows without a piece are removed at the end.
      if (is_drawn)
        for (std::size_t p = 0; p < (rule.player < 0 ? 1 : program_->rules.players.size()); ++p) {
          rows.push_back(notes.size());
          notes.push_back({"", rule.player < 0 ? -1 : static_cast<int>(p)});
        }
    }
    show = note.show;
    const Message& message = program_->code.messages[note.message];
    const bool is_fine = each_told(machine, note, program_->rules.players.size(), [&](int player) {
      std::string text = text_of(*program_, message, machine.frame());
      bytes += text.size();
      if (!is_drawn) {
        notes.push_back({std::move(text), player});
        return bytes <= kMost;
      }
      const std::size_t row = first + static_cast<std::size_t>(std::max(player, 0));
      const int key = static_cast<int>(machine.frame()[note.key]);
      drawn.push_back({row, notes[row].pieces.size(), key, rule.is_undirected});
      bytes += program_->pieces.keys[key].glyph.size();
      notes[row].pieces.emplace_back(PieceInfo{}, std::move(text));
      return bytes <= kMost;
    });
    if (bytes > kMost)
      return to_error(*program_,
                      {lang::Code::G0605, message.text->span,
                       "the texts that the script shows for a position have more than " + in_words(kMost, "byte")});
    if (!is_fine) return to_error(*program_, machine.failure());
  }
  // A piece is looked at on a board with it alone. That is another position, so all texts are made first.
  for (const Drawn& each : drawn) {
    auto& [piece, text] = notes[each.note].pieces[each.piece];
    piece = PositionView(*this).with_only({0}, each.key).pieces(0).front();
    if (each.is_undirected && piece.facing >= 0) {
      const std::string& way = program_->rules.lattice.directions[piece.facing].name;
      if (piece.glyph.ends_with(way)) piece.glyph.resize(piece.glyph.size() - way.size());
      std::erase_if(piece.fields, [&](const auto& field) { return field.second == way; });
      piece.facing = -1;
      piece.emits.clear();
      piece.sides.clear();
    }
    std::string& all = notes[each.note].text;
    const int player = notes[each.note].player;
    all += (!all.empty() ? ", " : player < 0 ? "" : program_->rules.players[player].name + ": ") + piece.glyph + " " + text;
  }
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    if (notes[*row].pieces.empty()) notes.erase(notes.begin() + static_cast<std::ptrdiff_t>(*row));
  return notes;
}

Result<bool> Position::hides_beams() const {
  Machine& machine = PositionView(*this).machine();
  machine.fuel().refill();
  for (const NoteCode& note : program_->entries.notes) {
    if (note.message >= 0) continue;
    if (machine.run_aside(note.code) != Machine::Status::done) return to_error(*program_, machine.failure());
    if (machine.frame()[note.told] != 0) return true;
  }
  return false;
}

std::optional<std::int64_t> score_of(Machine& machine, int player) {
  const Program& program = machine.program();
  return per_player(machine, program.entries.score, program.entries.score_player, program.entries.score_value, player);
}

std::optional<std::int64_t> heuristic_of(Machine& machine, int player) {
  const Program& program = machine.program();
  if (program.entries.heuristic < 0) return score_of(machine, player);
  return per_player(machine, program.entries.heuristic, program.entries.heuristic_player,
                    program.entries.heuristic_value, player);
}

Outcome outcome_of(Machine& machine) {
  Outcome outcome;
  if (machine.is_over()) {
    const Word ended = machine.frame()[Layout::kOutcome];
    outcome.kind = static_cast<OutcomeKind>(ended & 0xFF);
    outcome.winner = static_cast<int>(ended >> 8) - 1;
  }
  const rules::Rules& rules = machine.program().rules;
  const std::size_t sides = rules.team ? 1 : rules.players.size();
  for (std::size_t p = 0; p < sides; ++p)
    if (const auto value = score_of(machine, static_cast<int>(p))) outcome.scores.push_back(*value);
  return outcome;
}

Outcome Position::outcome() const { return outcome_of(PositionView(*this).machine()); }

std::optional<std::int64_t> Position::score(int player) const {
  return score_of(PositionView(*this).machine(), player);
}

std::optional<std::int64_t> Position::heuristic(int player) const {
  return heuristic_of(PositionView(*this).machine(), player);
}

}  // namespace glint
