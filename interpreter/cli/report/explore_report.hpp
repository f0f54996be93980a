// The report of `glint explore` as a document: for the terminal, as JSON, and as a page with a gallery.
#pragma once

#include <string>

#include "interpreter/lab/explore/explore.hpp"
#include "interpreter/report/document.hpp"

namespace glint::cli {

/// What was explored, and where its results are.
struct ExploreReport {
  const VariedParent& parent;
  const ExplorePlan& plan;
  const Exploration& found;
  std::string folder;  // of --out; empty without it
  int threads = 1;     // to play the games again that a page shows
};

/// The document refers to both, and `host` builds the finalists again, for their games.
report::Document explore_document(const ExploreReport& explored, ExploreHost& host);

}  // namespace glint::cli
