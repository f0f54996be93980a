// Completions as snippets: texts with stops, from which an editor goes to the next with the tab key.
#pragma once

#include <string>
#include <vector>

namespace glint::desk {

/// "piece NAME { ... }" as a snippet: each part to fill in is a stop, and the last one is in the body. A stop shows its
/// first text. Empty: of this form, as of `map """..."""`, only the word can be inserted.
std::string snippet_of_form(const std::string& form);

/// "name(a, b)" with a stop for each argument.
std::string snippet_of_call(const std::string& name, const std::vector<std::string>& parameters);

}  // namespace glint::desk
