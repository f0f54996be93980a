// What is remembered of a game: its draws and, in games with secrets, its moves. Each is a word, kPastDraw plus the
// number of the draw or kPastMove plus the move; then the number of words that follow; then the outcome, or the picks in
// order, as in a State.
#pragma once

#include <optional>
#include <vector>

#include "glint/glint.hpp"
#include "interpreter/machine/interpreter.hpp"

namespace glint {

inline constexpr Word kPastDraw = 0, kPastMove = Word{1} << 32;

void add_draw(const Program& program, const Drawing& drawing, const Word* drawn, std::vector<Word>& past);

/// The draws of a past from this word on, by name and printed.
Settings draws_of(const Program& program, const std::vector<Word>& past, std::size_t from = 0);

/// What a draw counts, in words, and what each word of a drawn set adds: about the length of its text in a record.
inline constexpr std::int64_t kWordsOfDraw = 16, kWordsOfDrawnSet = 32;

/// The error that this past and the positions that `seen` compares have more words than `--limit words` allows, if so.
std::optional<Failure> too_long(const Program& program, const std::vector<Word>& past,
                                const std::vector<std::uint64_t>& history);

}  // namespace glint
