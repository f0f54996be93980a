// Included first by every file that tests/mutate.py changes: `if (glint_mutants::is(17))` asks whether change 17 is made.
//   GLINT_MUTANT=17                 makes change 17, and no other
//   GLINT_MUTANTS_REACHED=FILE      byte 17 of FILE is 1 afterwards if some process came to change 17
// The file is shared memory, so that processes that are killed have written to it, too.
#pragma once

#include <cstdlib>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace glint_mutants {

constexpr int kMost = 4096;

inline unsigned char* shared_bytes() {
  static unsigned char nobody_asks[kMost];
  const char* const path = std::getenv("GLINT_MUTANTS_REACHED");
  if (path == nullptr) {
    return nobody_asks;
  }
  const int file = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, kMost) != 0) {
    return nobody_asks;
  }
  void* const bytes = ::mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return bytes == MAP_FAILED ? nobody_asks : static_cast<unsigned char*>(bytes);
}

inline int named() {
  const char* const number = std::getenv("GLINT_MUTANT");
  return number == nullptr ? -1 : std::atoi(number);
}

inline unsigned char* const reached = shared_bytes();
inline const int made = named();

/// `reached` is null while other files set up what is global.
inline bool is(int number) {
  if (reached != nullptr) {
    reached[number] = 1;
  }
  return made == number;
}

}  // namespace glint_mutants
