// The result of the grammar pass: a flat list of nodes in the order in which they begin, each with the bytes that it
// matched and the index of the next node that is not below it. The tree is built from it in a second pass, so a rule
// that fails costs no more than cutting the list.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

namespace glint::lang::parsing {

enum class Kind : std::uint8_t {
#define GLINT_NODE(rule) rule,
#define GLINT_NODES(...) __VA_ARGS__,
#include "lang/parse/nodes.def"
};

struct Node {
  Kind kind{};
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t next = 0;  // 0 while the rule has not matched yet
};

using Nodes = std::vector<Node>;

/// Walks over sibling nodes: those below one node, or those at the top.
class Cursor {
 public:
  explicit Cursor(const Nodes& nodes) : nodes_(&nodes), at_(0), end_(static_cast<std::uint32_t>(nodes.size())) {}

  bool empty() const { return at_ == end_; }
  const Node& node() const { return (*nodes_)[at_]; }
  bool is(Kind kind) const { return !empty() && node().kind == kind; }
  Cursor below() const { return {nodes_, at_ + 1, node().next}; }
  void advance() { at_ = node().next; }

  /// Visits each of the nodes, as a cursor at it alone.
  struct Iterator {
    const Nodes* nodes;
    std::uint32_t at;
    Cursor operator*() const { return {nodes, at, (*nodes)[at].next}; }
    Iterator& operator++() {
      at = (*nodes)[at].next;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  Iterator begin() const { return {nodes_, at_}; }
  Iterator end() const { return {nodes_, end_}; }

  /// A cursor at this node alone; moves on to the next.
  Cursor take() {
    assert(!empty());
    const Cursor one{nodes_, at_, node().next};
    advance();
    return one;
  }

 private:
  Cursor(const Nodes* nodes, std::uint32_t at, std::uint32_t end) : nodes_(nodes), at_(at), end_(end) {}

  const Nodes* nodes_;
  std::uint32_t at_;
  std::uint32_t end_;
};

}  // namespace glint::lang::parsing
