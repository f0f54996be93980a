// Files as an editor sees them: open documents replace their files; then come the host's files, then open documents that
// are no files yet, in the folder of their user.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/loader.hpp>

namespace glint::desk {

/// `texts` are the open documents, by name, and must outlive this.
class OpenFirst : public lang::Loader {
 public:
  OpenFirst(const std::map<std::string, std::string>& texts, std::unique_ptr<lang::Loader> files)
      : texts_(texts), files_(std::move(files)) {}

  std::optional<lang::SourceFile> find(std::string_view name, const lang::SourceFile& user) override {
    const auto found = as_open(files_->find(name, user));
    return found ? found : beside(name, user);
  }
  std::vector<std::string> names() const override { return files_->names(); }
  std::optional<lang::SourceFile> find_game(std::string_view name, const lang::SourceFile& user) override {
    const auto found = as_open(files_->find_game(name, user));
    return found ? found : beside(name, user);
  }
  std::vector<std::string> game_names() const override { return files_->game_names(); }

 private:
  std::optional<lang::SourceFile> as_open(std::optional<lang::SourceFile> found) const {
    if (!found) return found;
    const auto open = texts_.find(found->name);
    if (open != texts_.end()) found->text = open->second;
    return found;
  }

  /// The open document `NAME.glint` in the folder of `user`.
  std::optional<lang::SourceFile> beside(std::string_view name, const lang::SourceFile& user) const {
    const std::size_t folder = user.name.rfind('/');
    std::string wanted = folder == std::string::npos ? "" : user.name.substr(0, folder + 1);
    wanted.append(name).append(".glint");
    const auto open = texts_.find(wanted);
    if (open == texts_.end() || wanted == user.name) return std::nullopt;
    return lang::SourceFile{open->first, open->second};
  }

  const std::map<std::string, std::string>& texts_;
  const std::unique_ptr<lang::Loader> files_;
};

}  // namespace glint::desk
