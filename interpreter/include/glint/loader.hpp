// Libraries and games of your own, for scripts that `use` or vary them: `Game::from_text` takes a loader.
//
//     glint::lang::MemoryLoader files;
//     files.add("lamps", "library lamps\n...");                              // for `use lamps`
//     auto game = glint::Game::from_text(script, "mine.glint", {}, &files);
//
// The bundled libraries and games are found first. To read files, derive from `lang::Loader`: it receives a name and
// returns a SourceFile, or nothing.
#pragma once

#include "lang/source/source.hpp"
