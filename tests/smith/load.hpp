// Games of the scripts that tests make up.
#pragma once

#include "lang/source/source.hpp"
#include "tests/smith/smith.hpp"
#include "tests/support/loading.hpp"

namespace glint::smith {

/// Finds a script's game for its variant.
class OneGame : public lang::Loader {
 public:
  explicit OneGame(std::string text) : text_(std::move(text)) {}
  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile&) override {
    if (name != "smith") return std::nullopt;
    return lang::SourceFile{"smith.glint", text_};
  }

 private:
  std::string text_;
};

inline Game variant_of(const Script& made) {
  OneGame loader(made.game);
  return test::must(Game::from_text(made.variant, "other.glint", {}, &loader));
}

}  // namespace glint::smith
