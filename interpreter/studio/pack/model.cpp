#include "interpreter/studio/pack/model.hpp"

#include <algorithm>

namespace glint::pack {

namespace {

constexpr std::uint32_t kFresh = 2048u << 4;  // of a bit nothing is known: probability 1/2 in 12 bits, seen 0 times
constexpr std::uint32_t kMostSeen = 10;       // later ones count as much as the tenth: code changes from room to room
constexpr float kLearning = 0.02F;            // how quickly weights change; found by trying, as all numbers here
constexpr float kFirstWeight = 0.3F;
constexpr float kWidest = 12;  // sums beyond are cut
constexpr float kPerUnit = 4096 / (2 * kWidest);
constexpr std::size_t kShortestMatch = 6;
constexpr std::uint32_t kForgetting = 0x2f0b4c47u << 5;  // after seven bytes nothing is left of one in 32 bits
constexpr int kSlow = 6;                                 // corrections and matches move by 1/64

std::uint32_t mixed(std::uint32_t hash) {
  hash *= 0x9e3779b1;
  hash ^= hash >> 15;
  return hash * 0x2545f491;
}

/// The probability moves to what was seen.
void follow(std::uint16_t& probability, bool is_one) {
  probability = static_cast<std::uint16_t>(probability + (((is_one ? 65535 : 0) - probability) >> kSlow));
}

}  // namespace

void Model::begin(Coder& coder) {
  coder_ = &coder;
  // Both tables by following p' = p (1 - p) in small steps, which is the definition of one and of its inverse; so no
  // library of mathematics has a say in what a packed module means.
  double sum = 0;
  for (int i = 2048; i < 4096; ++i) {
    const double p = (i + 0.5) / 4096;
    sum += (i == 2048 ? 0.5 : 1) / 4096 / ((p - 0.25 / 4096) * (1 - (p - 0.25 / 4096)));
    stretch_[static_cast<std::size_t>(i)] = static_cast<float>(sum);
    stretch_[static_cast<std::size_t>(4095 - i)] = static_cast<float>(-sum);
  }
  double p = 0.5;
  constexpr int kPartsOfStep = 16;
  for (int i = 2048; i < 4096; ++i) {
    for (int part = 0; part < (i == 2048 ? kPartsOfStep / 2 : kPartsOfStep); ++part)
      p += p * (1 - p) / (kPerUnit * kPartsOfStep);
    squash_[static_cast<std::size_t>(i)] = static_cast<float>(p);
    squash_[static_cast<std::size_t>(4095 - i)] = static_cast<float>(1 - p);
  }
  for (std::size_t seen = 0; seen < rate_.size(); ++seen) rate_[seen] = static_cast<int>(65536 * 2 / (2 * seen + 3));

  for (auto& line : counted_)
    for (auto& each : line) each[0] = 0;
  for (auto& weights : weights_)
    for (auto& field : weights)
      for (Inputs& each : field)
        for (Four& four : each.at) four = Four{kFirstWeight, kFirstWeight, kFirstWeight, kFirstWeight};
  for (auto& field : corrected_)
    for (auto& each : field)
      for (int step = 0; step < kSteps; ++step)
        each[static_cast<std::size_t>(step)] =
            static_cast<std::uint16_t>(65535 * squash(static_cast<float>(step - kSteps / 2) / 2));
  for (auto& field : match_right_) field.fill(32768);
  last_at_.fill(0);
  seen_count_ = match_at_ = match_length_ = recent_ = 0;
}

float Model::squash(float sum) const {
  return squash_[static_cast<std::size_t>((std::clamp(sum, -kWidest, kWidest - 0.01F) + kWidest) * kPerUnit)];
}

// ---- trees

void Model::trees(Counts& counts) {
  std::uint16_t likely[16][16];  // of the bits of a length, by the length before
  for (auto& before : likely)
    for (auto& each : before) each = 32768;
  for (std::size_t number = 0; number < kTrees; ++number) {
    Tree& tree = trees_[number];
    if (coder_->is_packing()) shape(tree, counts[number]);
    unsigned before = 0;
    for (auto& length : tree.length) {
      unsigned node = 1;
      for (int shift = 3; shift >= 0; --shift) {
        std::uint16_t& one = likely[before][node];
        const unsigned bit = coder_->bit(length >> shift & 1u, std::clamp<std::uint32_t>(one, 64, 65472));
        one = static_cast<std::uint16_t>(one + ((bit ? 65535 : 0) - one) / 16);
        node = 2 * node + bit;
      }
      length = static_cast<std::uint8_t>(before = node - 16);
    }
    grow(tree);
  }
}

/// How long the paths are: D. Huffman, "A method for the construction of minimum-redundancy codes" (1952).
void Model::shape(Tree& tree, std::array<std::uint32_t, 256>& counts) {
  counts[0] += counts[0] == 0;  // two symbols at least, so that there is a path
  counts[1] += counts[1] == 0;
  for (bool is_long = true; is_long;) {
    std::uint32_t weight[511];
    int above[511];
    int nodes = 256;
    for (int i = 0; i < 256; ++i) weight[i] = counts[static_cast<std::size_t>(i)];
    for (;; ++nodes) {
      int least = -1;  // of the nodes that have nothing above them
      int next = -1;
      for (int i = 0; i < nodes; ++i) {
        if (weight[i] == 0) continue;
        if (least < 0 || weight[i] < weight[least])
          next = least, least = i;
        else if (next < 0 || weight[i] < weight[next])
          next = i;
      }
      above[least] = next < 0 ? 0 : nodes;
      if (next < 0) break;
      above[next] = nodes;
      weight[nodes] = weight[least] + weight[next];
      weight[least] = weight[next] = 0;
    }
    is_long = false;
    for (std::size_t i = 0; i < 256; ++i) {
      int length = 0;
      if (counts[i])
        for (int at = above[i]; at; at = above[at]) ++length;
      is_long |= length > kLongestPath;
      tree.length[i] = static_cast<std::uint8_t>(length);
    }
    if (is_long)
      for (auto& count : counts) count -= count / 2;
  }
}

/// The paths themselves: those of the same length follow each other, shorter ones come first.
void Model::grow(Tree& tree) {
  for (auto& child : tree.child) child = {};
  std::uint32_t path = 0;
  std::uint16_t nodes = 1;
  for (int length = 1; length <= kLongestPath; ++length, path <<= 1)
    for (std::size_t symbol = 0; symbol < 256; ++symbol) {
      if (tree.length[symbol] != length) continue;
      tree.path[symbol] = static_cast<std::uint16_t>(path);
      std::uint16_t node = 0;
      for (int shift = length - 1; shift > 0; --shift) {
        std::uint16_t& child = tree.child[node][path >> shift & 1];
        if (child == 0) child = nodes++;
        if (child >= 256) return;  // what was read is damaged
        node = child;
      }
      tree.child[node][path & 1] = static_cast<std::uint16_t>(256 + symbol);
      ++path;
    }
}

// ---- symbols

std::uint8_t Model::symbol(Field field, std::uint8_t given, const Known& known) {
  const Tree& tree = trees_[known.tree];
  const unsigned guess = match_length_ ? seen_[match_at_] : 0;
  int guess_left = match_length_ ? tree.length[guess] : 0;  // steps in which the guess can still be right
  int left = tree.length[given];
  std::uint16_t node = 0;
  std::uint32_t place = 1;  // the path, after a one
  for (int depth = 0; node < 256; ++depth) {
    const int expected = guess_left > 0 ? tree.path[guess] >> --guess_left & 1 : -1;
    const unsigned one = bit(field, left > 0 ? tree.path[given] >> --left & 1u : 0, place, depth, expected, known);
    if (expected >= 0 && static_cast<unsigned>(expected) != one) guess_left = 0;
    place = 2 * place + one;
    node = tree.child[node][one];
    if (node == 0) break;  // what was read is damaged
  }
  const auto symbol = static_cast<std::uint8_t>(node);
  remember(symbol);
  return symbol;
}

/// Each context has a line of counts for four steps in the tree, at a place that its hash says. Another context may
/// have had it before: then it is cleared, since no answer is better than a wrong one.
void Model::find_lines(const Known& known, std::uint32_t place) {
  std::uint16_t found[kContexts];
  std::uint16_t wanted[kContexts];
  // All are asked for before one is looked at: the processor waits for memory once, not nine times.
  for (std::size_t i = 0; i < kContexts; ++i) {
    const std::uint32_t hash = mixed(known.contexts[i] + place);
    lines_[i] = counted_[i][hash >> (32 - kLineBits)].data();
    wanted[i] = static_cast<std::uint16_t>(hash | 1);
    found[i] = lines_[i][0];
  }
  for (std::size_t i = 0; i < kContexts; ++i) {
    if (found[i] == wanted[i]) continue;
    std::fill_n(lines_[i], kLine, static_cast<std::uint16_t>(kFresh));
    lines_[i][0] = wanted[i];
  }
}

unsigned Model::bit(Field field, unsigned given, std::uint32_t place, int depth, int expected, const Known& known) {
  const int step = depth % 4;
  if (step == 0) find_lines(known, place);
  const std::size_t at = 1u << step | (place & ((1u << step) - 1));

  const auto advice = [&](std::size_t i) { return stretch_[lines_[i][at] >> 4]; };
  std::uint16_t& is_right = match_right_[static_cast<std::size_t>(field)][match_length()];
  const float match = expected < 0 ? 0 : expected ? stretch_[is_right >> 4] : -stretch_[is_right >> 4];
  const Inputs inputs{{{advice(0), advice(1), advice(2), advice(3)},
                       {advice(4), advice(5), advice(6), advice(7)},
                       {advice(8), match, 0.3F, 0}}};

  Inputs* weights[kSums];
  float sum[kSums];
  float all = 0;
  for (std::size_t i = 0; i < kSums; ++i) {
    weights[i] = &weights_[i][static_cast<std::size_t>(field)][i ? known.weights[i - 1] : place & 255];
    Four four = {};
    for (std::size_t j = 0; j < kInputs / 4; ++j) four += weights[i]->at[j] * inputs.at[j];
    sum[i] = (four[0] + four[1]) + (four[2] + four[3]);
    all += sum[i];
  }
  const float mean = all / kSums;

  // What became of such sums before, between the two nearest of 33.
  const float where = std::clamp(mean, -7.99F, 7.99F) * 2 + kSteps / 2;
  const int below = static_cast<int>(where);
  const float part = where - static_cast<float>(below);
  std::uint16_t* corrected =
      &corrected_[static_cast<std::size_t>(field)][(known.neighbour ^ place) & 255][static_cast<std::size_t>(below)];
  const float average = static_cast<float>(corrected[0]) * (1 - part) + static_cast<float>(corrected[1]) * part;
  const auto likely = static_cast<int>((squash(mean) * 65536 + average) / 2);
  const unsigned one = coder_->bit(given, static_cast<std::uint32_t>(std::clamp(likely, 16, 65520)));

  follow(corrected[part > 0.5F], one);
  if (expected >= 0) follow(is_right, one == static_cast<unsigned>(expected));
  for (std::size_t i = 0; i < kSums; ++i) {
    const float change = (static_cast<float>(one) - squash(sum[i])) * kLearning;
    for (std::size_t j = 0; j < kInputs / 4; ++j) weights[i]->at[j] += change * inputs.at[j];
  }
  const int target = one ? 4095 : 0;
  for (std::size_t i = 0; i < kContexts; ++i) {
    std::uint16_t& count = lines_[i][at];
    const std::uint32_t seen = count & 15u;
    const int probability = count >> 4;
    count = static_cast<std::uint16_t>((probability + ((target - probability) * rate_[seen] >> 16)) << 4 |
                                       (seen + (seen < kMostSeen)));
  }
  return one;
}

/// Goes on with the stretch that was found, or looks for one that ends with the same bytes as what was seen.
void Model::remember(std::uint8_t symbol) {
  if (seen_count_ == kMostBytes - 1) return;
  if (match_length_) match_length_ = seen_[match_at_++] == symbol ? match_length_ + 1 : 0;
  seen_[seen_count_++] = symbol;
  recent_ = (recent_ + symbol + 1) * kForgetting;
  if (seen_count_ < kShortestMatch) return;
  const std::uint32_t hash = mixed(recent_);
  // Some bits of the hash stand beside the place: few bytes have to be compared in vain.
  std::uint32_t& last = last_at_[hash >> (32 - kMatchBits)];
  const std::uint32_t check = hash << kPlaceBits;
  if (match_length_ == 0 && last && (last ^ check) >> kPlaceBits == 0) {
    match_at_ = last & (kMostBytes - 1);
    std::uint32_t length = 0;
    while (length < 32 && length < match_at_ && seen_[match_at_ - 1 - length] == seen_[seen_count_ - 1 - length])
      ++length;
    match_length_ = length < kShortestMatch ? 0 : length;
  }
  last = check | static_cast<std::uint32_t>(seen_count_);
}

}  // namespace glint::pack
