// Pieces that stand on the board from the start: blocks, and optics of the library.
#include <algorithm>

#include "lang/mutate/finder.hpp"
#include "lang/source/text.hpp"
#include "lang/syntax/terms.hpp"

namespace glint::lang::mutating {
namespace {

using rules::Base;

/// A piece to add.
struct Fixture {
  std::string name, reaction, look, meaning;
  bool needs_library = false;
};

std::vector<Fixture> fixtures(const Finder& finder) {
  const rules::Rules& rules = finder.rules;
  std::vector<Fixture> all;
  const bool has_beams = std::any_of(finder.decls().begin(), finder.decls().end(),
                                     [](const tree::Decl& decl) { return decl.kind == tree::DeclKind::beam; });
  all.push_back({"block", has_beams ? "stops" : "", "#", "blocks the way of pieces and beams"});
  if (!has_beams) {
    all.back().meaning = "takes up its space";
    return all;
  }
  const bool is_library_there = std::any_of(finder.decls().begin(), finder.decls().end(), [](const tree::Decl& decl) {
    const auto* use = decl.get_if<tree::UseDecl>();
    return use != nullptr && std::any_of(use->names.begin(), use->names.end(),
                                         [](const tree::Name& name) { return name.text == "optics"; });
  });
  // The library's names must be free, unless it is there; its needs, where its optics use them, are those of the game.
  for (const char* name : {"mirrors", "splits", "slit", "corner", "retroreflects", "amplifies", "resists", "filters",
                           "tints", "teleports"})
    if (!is_library_there && finder.is_mentioned(name)) return all;
  for (const rules::Axis& axis : rules.lattice.axes) {
    if (axis.name.empty() || axis.spelling.size() != 1) continue;
    all.push_back({"mirror", "mirrors(" + axis.name + ")", "M", "is a mirror along `" + axis.name + "`", true});
    all.push_back({"pane", "splits(" + axis.name + ")", "%",
                   "splits beams: one branch " + words_of(Way::straight) + ", the other " +
                       words_of(Way::reflects, marked(axis.name)),
                   true});
  }
  for (std::size_t i = 0; i < rules.lattice.directions.size() / 2; ++i)
    all.push_back({"grille", "slit(" + rules.lattice.directions[i].name + ")", "=",
                   "lets only beams along `" + rules.lattice.directions[i].name + "` pass", true});
  for (const rules::BeamField& field : rules.beams.fields) {
    if (field.name == "power" && field.type.base == Base::number && field.type.clamped) {
      all.push_back({"amplifier", "amplifies(1)", "A", "adds one power to beams", true});
      all.push_back({"fog", "resists(1)", "F", "takes one power from beams, and stops those that have no more", true});
    }
    if (field.name != "colour" || !field.type.is_set || field.type.base != Base::enumeration) continue;
    const rules::Enumeration& hues = rules.enums[field.type.enumeration];
    if (hues.name != "hue") continue;
    for (const rules::EnumValue& hue : hues.values) {
      all.push_back({"filter", "filters({" + hue.name + "})", "F", "lets only " + hue.name + " pass", true});
      all.push_back({"window", "tints({" + hue.name + "})", "W", "adds " + hue.name + " to beams", true});
    }
  }
  return all;
}

}  // namespace

void find_pieces(Finder& finder) {
  const bool has_setup = std::any_of(finder.decls().begin(), finder.decls().end(),
                                     [](const tree::Decl& decl) { return decl.kind == tree::DeclKind::setup; });
  for (const Fixture& one : fixtures(finder)) {
    for (const std::vector<std::string>& group : finder.places.groups) {
      const std::string name = finder.free_name(one.name);
      const std::string where = joined(group, " | "), cells = joined(group, " and ");
      Mutation& made =
          finder.add(MutationKind::pieces, "setup",
                     (group.size() == 1 ? "On " + cells + " stands a piece `" + name + "`, which " + one.meaning + "."
                                        : "On " + cells + " stand pieces `" + name + "`; each " + one.meaning + "."));
      made.added.push_back("piece " + name + " { " +
                           (one.reaction.empty() ? "" : "when beam comes -> " + one.reaction + "; ") + "look \"" +
                           one.look + "\" }");
      made.added.push_back(std::string(has_setup ? "extend " : "") + "setup { put " + name + " on " + where + " }");
      if (one.needs_library) made.used.push_back("optics");
    }
  }
}

}  // namespace glint::lang::mutating
