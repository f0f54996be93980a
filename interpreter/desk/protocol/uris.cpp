#include "interpreter/desk/protocol/uris.hpp"

#include <cctype>
#include <string_view>

#include "interpreter/desk/desk.hpp"

namespace glint::desk {
namespace {

constexpr std::string_view kFile = "file://", kOurs = "glint:///", kLibraries = "std/";

int digit_of(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

}  // namespace

std::string path_of_uri(const std::string& uri) {
  if (uri.starts_with(kOurs)) {
    const std::string path = uri.substr(kOurs.size());
    return path.starts_with(kLibraries) ? "<std>/" + path.substr(kLibraries.size()) : path;
  }
  if (!uri.starts_with(kFile)) return uri;
  std::string path;
  for (std::size_t i = kFile.size(); i < uri.size(); ++i) {
    // Past its end a string has a NUL, and that is no digit.
    const bool escaped = uri[i] == '%' && digit_of(uri[i + 1]) >= 0 && digit_of(uri[i + 2]) >= 0;
    path += escaped ? static_cast<char>(digit_of(uri[i + 1]) * 16 + digit_of(uri[i + 2])) : uri[i];
    if (escaped) i += 2;
  }
  return path;
}

std::string uri_of_path(const std::string& path) {
  constexpr std::string_view kStd = "<std>/";
  if (path.starts_with(kStd)) return std::string(kOurs) + std::string(kLibraries) + path.substr(kStd.size());
  if (!path.starts_with("/")) return is_bundled(path) ? std::string(kOurs) + path : path;
  std::string uri(kFile);
  for (const char c : path) {
    constexpr std::string_view kPlain = "/-._~:@!$&'()*+,;=";
    if (std::isalnum(static_cast<unsigned char>(c)) || kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      constexpr char kDigits[] = "0123456789ABCDEF";
      uri += '%';
      uri += kDigits[static_cast<unsigned char>(c) >> 4];
      uri += kDigits[static_cast<unsigned char>(c) & 15];
    }
  }
  return uri;
}

}  // namespace glint::desk
