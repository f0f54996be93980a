// For which processors hot code is compiled: for all of them, and once more for the third level of x86-64, which has AVX2,
// BMI2 and POPCNT: there four directions fit in one register, and bits are counted and found by one instruction. Both do
// the same; the tests play games with both. See hot/v3.cpp.
#pragma once

namespace glint {

/// The one of the two that a function is for: hot functions are templates, specialised for these. (An empty argument in
/// the place of the template's would make g++ align the stack of every caller in a dearer way.)
struct AnyCpu;
struct V3Cpu;

/// Is this processor a v3, and is there code for it?
bool has_v3();

}  // namespace glint
