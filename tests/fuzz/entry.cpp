// A fuzzer: one target, GLINT_FUZZ_TARGET, as libFuzzer and other engines call it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/fuzz/targets.hpp"
#include "tests/fuzz/words.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    glint::fuzz::GLINT_FUZZ_TARGET(std::string_view(reinterpret_cast<const char*>(data), size));
  } catch (const glint::fuzz::Find& find) {
    std::fprintf(stderr, "%s\n", find.what());
    std::abort();
  }
  return 0;
}

/// Half of the changes of texts are ours.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (GLINT_FUZZ_IS_TEXT && seed % 2 == 0 && size > 0) {
    const std::string text = glint::fuzz::changed({reinterpret_cast<const char*>(data), size}, seed);
    if (!text.empty() && text.size() <= most) {
      std::memcpy(data, text.data(), text.size());
      return text.size();
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}
