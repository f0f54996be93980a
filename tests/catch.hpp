#pragma once

/// Catch2, whichever of versions 2 and 3 the system has.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
