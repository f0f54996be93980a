// Packing and unpacking as a WebAssembly module, for build.mjs and for the page. It imports nothing.
//
//     module_at()      where a module is to be, or is
//     packed_at()      where it is to be in its packed form, or is
//     pack(size)       packs the module of this size there; the size of the packed form
//     unpack(size)     unpacks what has this size there; the size of the module, 0 if it is damaged
#include "interpreter/studio/pack/module.hpp"

#define GLINT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {
glint::pack::Module module;
std::uint8_t packed[glint::pack::kMostBytes];
}  // namespace

GLINT_EXPORT(module_at) std::uint8_t* module_at() { return module.bytes(); }
GLINT_EXPORT(packed_at) std::uint8_t* packed_at() { return packed; }
GLINT_EXPORT(pack) std::size_t pack(std::size_t size) { return module.pack(size, packed, sizeof packed); }
GLINT_EXPORT(unpack) std::size_t unpack(std::size_t size) { return module.unpack(packed, size); }
