// Packs a WebAssembly module, and unpacks it. Both go through the module in the same way, and know of each byte what it
// is and what came before it: that says much about it.
//
// The form of modules: W3C, "WebAssembly Core Specification 2.0", chapter 5, and the proposal for exceptions that
// browsers had first. Code by its fields: F. Giesen, "Working with compression" (2006), for another processor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "interpreter/studio/pack/model.hpp"

namespace glint::pack {

class Module {
 public:
  /// The bytes of a module, before it is packed or after it was unpacked. Its sizes of functions are not packed, since
  /// its code says where a function ends.
  std::uint8_t* bytes() { return bytes_.data(); }

  /// How many bytes of `packed` are written; more than `room` if there was too little. Not every module can be unpacked
  /// to the same bytes: one whose sizes are written longer than they need be comes out shorter. So whoever packs
  /// compares.
  std::size_t pack(std::size_t size, std::uint8_t* packed, std::size_t room);

  /// The size of the module that `packed` holds. What is damaged gives a wrong module, or 0.
  std::size_t unpack(std::uint8_t* packed, std::size_t packed_size);

 private:
  static constexpr std::size_t kMostOfSize = 5;  // the bytes that the size of a function takes at most

  enum class Mode : std::uint8_t { counting, packing, unpacking };

  void walk(Mode mode, std::size_t size);
  void function();
  int instruction();
  std::uint64_t number(Field field);
  std::uint8_t next(Field field);
  std::uint32_t tree(Field field) const;
  Known known(Field field) const;
  bool is_over() const { return at_ >= size_; }

  Coder coder_;
  Model model_;
  Model::Counts counts_;
  std::array<std::uint8_t, kMostBytes + kMostOfSize> bytes_;
  std::size_t at_;
  std::size_t size_;
  Mode mode_;

  // What came before, in this function:
  std::array<std::uint8_t, 8> opcodes_;        // the last ones, the very last first
  std::array<std::uint32_t, 3> instructions_;  // hashes of the last ones
  std::uint32_t instruction_;                  // a hash of this one, as far as it was seen
  std::uint32_t number_;                       // of this number, as far as it was seen
  std::uint32_t bytes_of_number_;
  std::array<std::uint32_t, kFields> numbers_;  // hashes of the last ones, by field
  std::array<std::uint8_t, 64> blocks_;         // the opcodes of the blocks around, by their depth modulo 64
  std::uint32_t depth_;
  // In the module:
  std::array<std::uint64_t, kFields> before_;  // the last eight bytes, by field
  std::uint32_t word_;                         // a hash of the letters just before
  std::uint32_t word_before_;
};

}  // namespace glint::pack
