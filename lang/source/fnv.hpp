// A hash of bytes: FNV-1a with 64 bits (Fowler, Noll and Vo; www.isthe.com/chongo/tech/comp/fnv). It finds accidental
// differences. It does not protect from texts that are made to collide.
#pragma once

#include <cstdint>
#include <string_view>

namespace glint::lang {

/// Two sequences of one length that differ in one place always have different values. The values are the same on every
/// machine and are kept in files, so they must never change.
class Fnv {
 public:
  void bytes(std::string_view text) {
    for (const char byte : text) symbol(static_cast<unsigned char>(byte));
  }
  /// The eight bytes of a number, the lowest first.
  void number(std::int64_t value) {
    for (int i = 0; i < 8; ++i) symbol(static_cast<unsigned char>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
  /// A byte, or a number above 255 as a separator that no text contains.
  void symbol(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x100000001B3u; }

  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325u;
};

}  // namespace glint::lang
