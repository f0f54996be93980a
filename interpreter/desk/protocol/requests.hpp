// Fields that several requests of our own have, and how a request is refused.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "interpreter/desk/playing.hpp"

namespace glint::desk {

/// {NAME: VALUE} of `params[key]`; numbers are read as texts. A draw may have a list of values, for its successive draws.
Settings settings_of(const nlohmann::ordered_json& params, const char* key);

/// The position that a request means.
Where where_of(const nlohmann::ordered_json& params);

/// The required content of a request's field, such as "the label of a cell, such as \"C4\""; empty: no such field.
std::string_view meaning_of_field(std::string_view name);

/// The field of a request, or of a part of one, which must have it: MissingField is thrown, with its name.
const nlohmann::ordered_json& field_of(const nlohmann::ordered_json& json, const char* name);
struct MissingField : std::exception {
  explicit MissingField(const char* name) : name(name) {}
  std::string name;
};

/// The error, in a sentence, of the first field with wrong content; empty: there is none.
std::string wrong_field(const nlohmann::ordered_json& params);

/// The largest numbers that a request may ask for.
inline constexpr std::uint64_t kMostGames = 10'000'000, kMostPositions = 10'000'000;

// ---- refusals

// Codes of errors: JSON-RPC 2.0, and the protocol's own.
inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602,
                     kInternalError = -32603, kNotInitialized = -32002, kRequestFailed = -32803, kCancelled = -32800;

inline constexpr const char* kNoMemory = "there is not enough memory for this";
inline constexpr const char* kWasCancelled = "the request was cancelled";

/// Thrown to answer a request with an error of the protocol.
struct Refused {
  int code;
  std::string message;
  std::string help = {};
};
/// Advice for an error with this code; empty: its message says all.
std::string help_for(int code);

}  // namespace glint::desk
