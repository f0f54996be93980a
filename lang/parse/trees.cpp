#include "lang/parse/trees.hpp"

namespace glint::lang {

std::shared_ptr<const Parsed> Trees::parsed(const Sources& sources, std::uint32_t file, StopCheck& stop) {
  const SourceFile& source = sources.file(file);
  const std::pair key(source.name, file);
  const auto known = entries_.find(key);
  if (known != entries_.end() && known->second.text == source.text) return known->second.parsed;
  auto parsed = std::make_shared<const Parsed>(parse(sources, file, stop));
  if (entries_.size() >= kMostEntries) entries_.clear();
  entries_[key] = {source.text, parsed};
  return parsed;
}

}  // namespace glint::lang
