// main() of the tests. Catch2 3 brings it in a library; 2.x makes it of its header, here and nowhere else.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif

/// The address sanitizer asks for it: fontconfig, which librsvg uses for `glint print`, keeps what it has read to the end.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }
