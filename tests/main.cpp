// main() of the tests. Catch2 3 brings it in a library; 2.x makes it of its header, here and nowhere else.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
