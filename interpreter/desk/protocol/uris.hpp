// The names of documents and files as URIs.
#pragma once

#include <string>

namespace glint::desk {

/// `/a b.glint` of `file:///a%20b.glint`, `<std>/light.glint` of `glint:///std/light.glint`, and `games/laser_lawn.glint`
/// of `glint:///games/laser_lawn.glint`; and back. Other URIs are names as they are.
std::string path_of_uri(const std::string& uri);
std::string uri_of_path(const std::string& path);

}  // namespace glint::desk
