// CMake names the page's file, if it was built.
#include "interpreter/cli/studio/server.hpp"

#include <cstddef>

namespace glint::cli {

#ifdef GLINT_STUDIO_PAGE

#ifdef __APPLE__
#define GLINT_SECTION ".const_data"
#define GLINT_SYMBOL(name) "_" #name
#else
#define GLINT_SECTION ".section .rodata"
#define GLINT_SYMBOL(name) #name
#endif

// The assembler reads it: a compiler would take seconds for an array of so many bytes.
__asm__(GLINT_SECTION "\n"
        ".globl " GLINT_SYMBOL(glint_page_begin) "\n"
        ".globl " GLINT_SYMBOL(glint_page_end) "\n"
        GLINT_SYMBOL(glint_page_begin) ":\n"
        ".incbin \"" GLINT_STUDIO_PAGE "\"\n"
        GLINT_SYMBOL(glint_page_end) ":\n"
        ".text\n");

extern "C" const char glint_page_begin[], glint_page_end[];

std::string_view studio_page() {
  return {glint_page_begin, static_cast<std::size_t>(glint_page_end - glint_page_begin)};
}

#else

std::string_view studio_page() { return {}; }

#endif

}  // namespace glint::cli
