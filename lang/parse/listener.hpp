// Notes what the grammar tries at one place of a text. Private to this folder.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lang/parse/expected.hpp"
#include "lang/parse/nodes.hpp"

namespace glint::lang::parsing {

class Listener {
 public:
  Listener(std::uint32_t at, Expected& expected) : at_(at), expected_(expected) {}

  /// The sense of the tries inside of a rule.
  struct Sense {
    NameUse use = NameUse::none;
    WordGroup group = WordGroup::none;
    bool is_aside = false;  // it is not what may stand there
    constexpr bool says_something() const { return is_aside || use != NameUse::none || group != WordGroup::none; }
  };
  void open(Sense sense, std::uint32_t begin);
  void close(Sense sense);

  /// True if what is tried from here is to be noted.
  bool hears(std::uint32_t begin) const { return begin == at_ && aside_ == 0; }
  // The nodes are those that were found before it, and those that are open.
  void word(std::string_view text, const Nodes& nodes);
  void name(const Nodes& nodes);
  void text_close(const Nodes& nodes);

 private:
  struct OpenGroup {
    WordGroup group{};
    std::uint32_t begin = 0;
  };

  const std::uint32_t at_;
  Expected& expected_;
  int aside_ = 0;
  std::vector<NameUse> uses_;
  std::vector<OpenGroup> groups_;
};

}  // namespace glint::lang::parsing
