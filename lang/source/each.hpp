// GLINT_EACH(MACRO, with, a, b, ...) is MACRO(with, a) MACRO(with, b) ..., for up to 64 of them.
#pragma once

#define GLINT_SCAN(...) GLINT_SCAN_4(GLINT_SCAN_4(GLINT_SCAN_4(GLINT_SCAN_4(__VA_ARGS__))))
#define GLINT_SCAN_4(...) GLINT_SCAN_1(GLINT_SCAN_1(GLINT_SCAN_1(GLINT_SCAN_1(__VA_ARGS__))))
#define GLINT_SCAN_1(...) GLINT_SCAN_0(GLINT_SCAN_0(GLINT_SCAN_0(GLINT_SCAN_0(__VA_ARGS__))))
#define GLINT_SCAN_0(...) __VA_ARGS__
#define GLINT_NOTHING
#define GLINT_EACH_NAME() GLINT_EACH_STEP
#define GLINT_EACH_STEP(MACRO, with, one, ...) \
  MACRO(with, one) __VA_OPT__(GLINT_EACH_NAME GLINT_NOTHING()(MACRO, with, __VA_ARGS__))
#define GLINT_EACH(MACRO, with, ...) GLINT_SCAN(GLINT_EACH_STEP(MACRO, with, __VA_ARGS__))
