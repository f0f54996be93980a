// Guesses each bit of a module from what came before it: the better the guess, the less room the bit takes.
//
// A symbol (a byte) is a path in a tree; common symbols have short paths. At each step the model asks ten advisers.
// Nine of them have counted what followed the same context before; each context is some of what the walk knows, such as
// the last opcode, or the last four. One looks up how the longest stretch goes on that ended as this one does. What
// they say is added up with weights, which grow for advisers that were right.
//
// The method: M. Mahoney, "Adaptive weighing of context models for lossless data compression" (2005), and his programs
// paq8 and lpaq, whose parts are used here in a simple form. Trees before the model: E. Shelwien's programs (about
// 2005).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "interpreter/studio/pack/coder.hpp"

namespace glint::pack {

inline constexpr int kContexts = 9;
inline constexpr int kPlaceBits = 23;
inline constexpr std::size_t kMostBytes = std::size_t{1} << kPlaceBits;  // of a module

/// What a byte of a module is. Bytes of each kind have weights of their own.
enum class Field : std::uint8_t {
  opcode,
  alignment,
  block_type,
  callee,
  index,
  type,
  local,
  constant,
  offset,
  depth,
  declaration,
  floating,
  other
};
inline constexpr int kFields = 13;
inline constexpr int kTrees = 64 + kFields;

/// What is known before a symbol.
struct Known {
  std::array<std::uint32_t, kContexts> contexts;  // hashes
  std::array<std::uint32_t, 2> weights;  // which weights are used, 0..255, beside those of the place in the tree
  std::uint32_t neighbour;               // what corrects the sum, 0..255
  std::uint32_t tree;                    // which tree, 0..kTrees - 1
};

/// 30 MB, which are noughts at first, so they take no room in a WebAssembly module.
class Model {
 public:
  /// How often each symbol of each tree comes.
  using Counts = std::array<std::array<std::uint32_t, 256>, kTrees>;

  void begin(Coder& coder);

  /// All trees: writes those of these counts, or reads them.
  void trees(Counts& counts);

  /// The next symbol of this field: `given` if it is written.
  std::uint8_t symbol(Field field, std::uint8_t given, const Known& known);

  /// How well the past predicts now: the length of the stretch that ends as this one does, at most 63.
  std::uint32_t match_length() const { return match_length_ < 63 ? match_length_ : 63; }

  /// How many symbols there were.
  std::size_t seen() const { return seen_count_; }

 private:
  static constexpr int kInputs = 12;  // contexts, match, one that is always the same, and one that is free
  static constexpr int kSums = 3;     // with weights by the place in the tree, and by Known::weights
  static constexpr int kLine = 16;    // a check, and the 15 places of four steps in a tree
  static constexpr int kLineBits = 16;
  static constexpr int kMatchBits = 18;
  static constexpr int kLongestPath = 15;
  static constexpr int kSteps = 33;

  using Four = float __attribute__((vector_size(16)));
  struct alignas(16) Inputs {
    Four at[kInputs / 4];
  };

  /// The paths of symbols: a canonical Huffman code.
  struct Tree {
    std::array<std::uint8_t, 256> length;  // 0: there is no such symbol
    std::array<std::uint16_t, 256> path;
    std::array<std::array<std::uint16_t, 2>, 256> child;  // a node, or 256 + symbol; 0: none
  };

  static void shape(Tree& tree, std::array<std::uint32_t, 256>& counts);
  static void grow(Tree& tree);
  void find_lines(const Known& known, std::uint32_t place);
  unsigned bit(Field field, unsigned given, std::uint32_t place, int depth, int expected, const Known& known);
  void remember(std::uint8_t symbol);
  float squash(float sum) const;

  Coder* coder_;
  std::array<Tree, kTrees> trees_;
  std::array<float, 4096> stretch_;  // ln(p / (1 - p)) for the probability p = (index + 0.5) / 4096
  std::array<float, 4096> squash_;   // its inverse, for -12..12
  std::array<int, 16> rate_;         // how far a probability moves, in 65,536ths, by how often it was seen
  std::array<std::array<std::array<std::uint16_t, kLine>, std::size_t{1} << kLineBits>, kContexts> counted_;
  std::array<std::uint16_t*, kContexts> lines_;
  std::array<std::array<std::array<Inputs, 256>, kFields>, kSums> weights_;
  std::array<std::array<std::array<std::uint16_t, kSteps>, 256>, kFields> corrected_;
  std::array<std::uint8_t, kMostBytes> seen_;
  std::size_t seen_count_;
  std::array<std::uint32_t, std::size_t{1} << kMatchBits> last_at_;  // by a hash of the last bytes
  std::uint32_t recent_;                                             // a hash of the last bytes
  std::size_t match_at_;
  std::uint32_t match_length_;
  std::array<std::array<std::uint16_t, 64>, kFields> match_right_;
};

}  // namespace glint::pack
