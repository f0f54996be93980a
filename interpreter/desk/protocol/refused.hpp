// How a request is refused: the codes of errors, and what is thrown.
#pragma once

#include <string>

namespace glint::desk {

// Codes of errors: JSON-RPC 2.0, and the protocol's own.
inline constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602,
                     kInternalError = -32603, kNotInitialized = -32002, kRequestFailed = -32803, kCancelled = -32800;

inline constexpr const char* kNoMemory = "there is not enough memory for this";
inline constexpr const char* kWasCancelled = "the request was cancelled";

/// Thrown to answer a request with an error of the protocol.
struct Refused {
  int code;
  std::string message;
};

}  // namespace glint::desk
