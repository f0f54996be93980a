#include "interpreter/studio/pack/module.hpp"

#include <algorithm>

namespace glint::pack {

namespace {

constexpr std::size_t kHeaderBytes = 8;
constexpr std::uint8_t kCodeSection = 10;

/// How many indices follow the opcodes 0xfc 0, 0xfc 1, ...
constexpr std::uint8_t kIndices[] = {0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1};

/// The model mixes it again, so each part has only to move it by a multiple of its own.
template <class... Parts>
std::uint32_t hash_of(Parts... parts) {
  std::uint32_t hash = 0;
  std::uint32_t multiple = 0x9e3779b1;
  ((hash += static_cast<std::uint32_t>(parts) * multiple, multiple *= 0x2545f491), ...);
  return hash;
}

}  // namespace

std::size_t Module::pack(std::size_t size, std::uint8_t* packed, std::size_t room) {
  counts_ = {};
  walk(Mode::counting, size);
  coder_.begin(packed, room, true);
  for (int shift = 31; shift >= 0; --shift) coder_.bit(size >> shift & 1u, 1u << 15);
  model_.begin(coder_);
  model_.trees(counts_);
  walk(Mode::packing, size);
  coder_.finish();
  return coder_.used();
}

std::size_t Module::unpack(std::uint8_t* packed, std::size_t packed_size) {
  coder_.begin(packed, packed_size, false);
  std::size_t size = 0;
  for (int i = 0; i < 32; ++i) size = size << 1 | coder_.bit(0, 1u << 15);
  if (size > kMostBytes) return 0;
  model_.begin(coder_);
  model_.trees(counts_);
  walk(Mode::unpacking, size);
  return at_ == size ? size : 0;
}

// ---- the form of a module

void Module::walk(Mode mode, std::size_t size) {
  mode_ = mode;
  size_ = size;
  at_ = 0;
  before_ = {};
  word_ = word_before_ = 0;
  while (at_ < kHeaderBytes && !is_over()) next(Field::other);
  while (!is_over()) {
    const std::uint8_t section = next(Field::other);
    const std::uint64_t length = number(Field::other);
    if (section == kCodeSection)
      for (std::uint64_t functions = number(Field::other); functions > 0 && !is_over(); --functions) function();
    else
      for (const std::size_t end = at_ + length; at_ < end && !is_over();) next(Field::other);
  }
}

/// Its size stands before it, and is known only after it.
void Module::function() {
  const std::size_t begin = at_;
  if (mode_ == Mode::unpacking)
    at_ += kMostOfSize;
  else
    while (!is_over() && bytes_[at_++] & 128) {
    }
  const std::size_t from = at_;

  opcodes_ = {};
  instructions_ = {};
  numbers_ = {};
  depth_ = 0;
  for (std::uint64_t groups = number(Field::declaration); groups > 0 && !is_over(); --groups) {
    number(Field::declaration);
    next(Field::declaration);
  }
  for (int depth = 1; depth > 0 && !is_over();) depth += instruction();

  if (mode_ != Mode::unpacking) return;
  std::size_t at = begin;
  std::size_t left = at_ - from;
  for (; left > 127; left >>= 7) bytes_[at++] = static_cast<std::uint8_t>(left | 128);
  bytes_[at++] = static_cast<std::uint8_t>(left);
  std::copy(bytes_.begin() + static_cast<std::ptrdiff_t>(from), bytes_.begin() + static_cast<std::ptrdiff_t>(at_),
            bytes_.begin() + static_cast<std::ptrdiff_t>(at));
  at_ -= from - at;
}

/// How many blocks it opens.
int Module::instruction() {
  instruction_ = 0;
  const std::uint8_t opcode = next(Field::opcode);
  std::copy_backward(opcodes_.begin(), opcodes_.end() - 1, opcodes_.end());
  opcodes_[0] = opcode;
  int opened = 0;
  if (opcode >= 0x20 && opcode <= 0x22)
    number(Field::local);
  else if (opcode >= 0x28 && opcode <= 0x3e) {
    number(Field::alignment);
    number(Field::offset);
  } else
    switch (opcode) {
      case 0x0b:  // end
        opened = -1;
        break;
      case 0x18:  // delegate, which is the end of a try
        number(Field::depth);
        opened = -1;
        break;
      case 0x02:  // block
      case 0x03:  // loop
      case 0x04:  // if
      case 0x06:  // try
        number(Field::block_type);
        opened = 1;
        break;
      case 0x10:  // call
        number(Field::callee);
        break;
      case 0x11:  // call_indirect
        number(Field::type);
        number(Field::type);
        break;
      case 0x07:  // catch
      case 0x08:  // throw
      case 0x09:  // rethrow
      case 0x0c:  // br
      case 0x0d:  // br_if
        number(Field::depth);
        break;
      case 0x0e:  // br_table: how many, and the default
        for (std::uint64_t targets = number(Field::depth) + 1; targets > 0 && !is_over(); --targets)
          number(Field::depth);
        break;
      case 0x23:  // global.get
      case 0x24:  // global.set
      case 0x25:  // table.get
      case 0x26:  // table.set
      case 0x3f:  // memory.size
      case 0x40:  // memory.grow
        number(Field::index);
        break;
      case 0x41:  // i32.const
      case 0x42:  // i64.const
        number(Field::constant);
        break;
      case 0x43:  // f32.const
        for (int i = 0; i < 4; ++i) next(Field::floating);
        break;
      case 0x44:  // f64.const
        for (int i = 0; i < 8; ++i) next(Field::floating);
        break;
      case 0xfc: {
        const std::uint64_t second = number(Field::index);
        for (int indices = second < std::size(kIndices) ? kIndices[second] : 0; indices > 0; --indices)
          number(Field::index);
        break;
      }
      default:
        break;
    }
  if (opened > 0) blocks_[++depth_ % 64] = opcode;
  if (opened < 0) --depth_;
  std::copy_backward(instructions_.begin(), instructions_.end() - 1, instructions_.end());
  instructions_[0] = instruction_;
  return opened;
}

std::uint64_t Module::number(Field field) {
  std::uint64_t value = 0;
  number_ = bytes_of_number_ = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    const std::uint8_t byte = next(field);
    if (shift < 64) value |= static_cast<std::uint64_t>(byte & 127) << shift;
    if (byte < 128) break;
  }
  numbers_[static_cast<std::size_t>(field)] = number_;
  number_ = bytes_of_number_ = 0;
  return value;
}

std::uint8_t Module::next(Field field) {
  if (mode_ != Mode::unpacking && is_over()) return 0;
  if (mode_ == Mode::unpacking && at_ >= bytes_.size()) return 0;
  const std::uint8_t given = mode_ == Mode::unpacking ? 0 : bytes_[at_];
  if (mode_ == Mode::counting) {
    ++counts_[tree(field)][given];
    ++at_;
    return given;
  }
  const std::uint8_t byte = model_.symbol(field, given, known(field));
  bytes_[at_++] = byte;
  number_ = number_ << 8 | byte;
  ++bytes_of_number_;
  instruction_ = (instruction_ + byte + 1) * 0x2f0b4c47;
  auto& before = before_[static_cast<std::size_t>(field)];
  before = before << 8 | byte;
  if (field == Field::other) {
    const bool is_letter = (byte | 32) >= 'a' && (byte | 32) <= 'z';
    if (!is_letter && word_) word_before_ = word_;
    word_ = is_letter ? (word_ + byte) * 0x2f0b4c47 : 0;
  }
  return byte;
}

// ---- what is known of the next byte

/// Opcodes have trees by the opcode before, so that paths are shorter: most time is spent on them.
std::uint32_t Module::tree(Field field) const {
  return field == Field::opcode ? kFields + opcodes_[0] % (kTrees - kFields) : static_cast<std::uint32_t>(field);
}

Known Module::known(Field field) const {
  Known known;
  known.tree = tree(field);
  std::uint32_t number = 0;
  const auto add = [&, kind = static_cast<std::uint32_t>(field)](auto... parts) {
    known.contexts[number] = hash_of(kind, number, parts...);
    ++number;
  };
  const std::uint64_t before = before_[static_cast<std::size_t>(field)];
  const auto last = [&](int count) { return before & ((std::uint64_t{1} << 8 * count) - 1); };
  const std::uint32_t match = std::min(model_.match_length(), 15u);

  if (field == Field::other || field == Field::declaration || field == Field::floating) {
    add();
    add(last(1));
    add(last(2));
    add(last(3));
    add(last(4));
    add(last(4), last(6) >> 32);
    add(last(3) >> 8);
    add(last(1), model_.seen() % 4);
    add(word_, word_before_, last(1));
    known.weights = {match, static_cast<std::uint32_t>(last(2) >> 8)};
    known.neighbour = before & 255;
    return known;
  }

  const std::uint32_t opcode = opcodes_[0];
  const std::uint32_t four =
      opcode | opcodes_[1] << 8 | opcodes_[2] << 16 | static_cast<std::uint32_t>(opcodes_[3]) << 24;
  add(bytes_of_number_);
  add(number_, four);
  add(number_, four, numbers_[static_cast<std::size_t>(field)]);
  add(instruction_, four, opcodes_[4] | opcodes_[5] << 8, opcodes_[6] | opcodes_[7] << 8);
  add(instruction_, instructions_[0]);
  add(instruction_, instructions_[0], instructions_[1]);
  add(number_, numbers_[static_cast<std::size_t>(field)], opcode);
  add(number_, numbers_[static_cast<std::size_t>(Field::callee)], opcode);
  add(number_, depth_ ? blocks_[depth_ % 64] : 0, opcode);
  known.weights = {field == Field::opcode ? opcode : std::min(bytes_of_number_, 3u) * 64 + match * 4, opcodes_[1]};
  known.neighbour = opcode;
  return known;
}

}  // namespace glint::pack
