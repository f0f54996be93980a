// Bits to bytes and back, by arithmetic coding: a bit of probability p takes -log2(p) bits.
//
// The method: G. Martin, "Range encoding" (1979), in the binary form without carries of M. Mahoney's lpaq (2007).
#pragma once

#include <cstddef>
#include <cstdint>

namespace glint::pack {

/// Writes bits to `bytes`, or reads them from there again; the same calls in the same order give the same bits.
class Coder {
 public:
  /// `bytes` has room for `size` bytes. Writes if `is_packing`. A Coder that has come to the end reads noughts, and
  /// writes nothing: `used` tells.
  void begin(std::uint8_t* bytes, std::size_t size, bool is_packing) {
    *this = Coder();
    bytes_ = bytes;
    size_ = size;
    is_packing_ = is_packing;
    if (!is_packing)
      for (int i = 0; i < 4; ++i) code_ = code_ << 8 | read();
  }

  bool is_packing() const { return is_packing_; }

  /// The next bit: `given` if it is written. `likely_one`: the probability that it is 1, times 65,536; 1..65,535.
  unsigned bit(unsigned given, std::uint32_t likely_one) {
    const std::uint32_t range = high_ - low_;
    const std::uint32_t middle = low_ + (range >> 16) * likely_one + ((range & 0xffff) * likely_one >> 16);
    const unsigned one = is_packing_ ? given : code_ <= middle;
    (one ? high_ : low_) = one ? middle : middle + 1;
    for (; (low_ ^ high_) < 1u << 24; low_ <<= 8, high_ = high_ << 8 | 255) {
      if (is_packing_)
        write(static_cast<std::uint8_t>(high_ >> 24));
      else
        code_ = code_ << 8 | read();
    }
    return one;
  }

  /// After the last bit was written.
  void finish() {
    for (int shift = 24; shift >= 0; shift -= 8) write(static_cast<std::uint8_t>(high_ >> shift));
  }

  /// How many bytes were written or read; more than there is room for, if the room was too small.
  std::size_t used() const { return used_; }

 private:
  void write(std::uint8_t byte) {
    if (used_ < size_) bytes_[used_] = byte;
    ++used_;
  }
  std::uint8_t read() {
    const std::uint8_t byte = used_ < size_ ? bytes_[used_] : 0;
    ++used_;
    return byte;
  }

  std::uint8_t* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
  bool is_packing_ = false;
  std::uint32_t low_ = 0;  // the bits so far say that the number that all bytes make is low_..high_
  std::uint32_t high_ = 0xffffffff;
  std::uint32_t code_ = 0;  // that number, as far as it was read
};

}  // namespace glint::pack
