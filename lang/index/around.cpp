#include "lang/index/around.hpp"

#include "lang/syntax/walk.hpp"

namespace glint::lang {
namespace {

class Around {
 public:
  explicit Around(std::uint32_t offset) : offset_(offset) {}

  template <class Node>
  void operator()(const Node& node) {
    const Span& span = node.span;
    if (offset_ < span.begin || offset_ > span.end) return;
    // What is made of one text, such as `pick x in S where C`, may have nodes that are not inside their parent.
    const bool is_inside = spans.empty() || (span.begin >= spans.back().begin && span.end <= spans.back().end);
    if (is_inside && (spans.empty() || !(span == spans.back()))) spans.push_back(span);
    tree::each_part(node, *this);
  }

  std::vector<Span> spans;

 private:
  std::uint32_t offset_;
};

}  // namespace

std::vector<Span> spans_around(const tree::File& file, std::uint32_t offset) {
  Around around(offset);
  tree::each_of(file.decls, around);
  return std::move(around.spans);
}

}  // namespace glint::lang
