#include "lang/check/context.hpp"
#include "lang/syntax/words.hpp"

namespace glint::lang::checking {
namespace {

using tree::Decl;
using tree::DeclKind;

/// What a declaration with a name declares.
std::optional<Sort> sort_of(const Decl& decl) {
  switch (decl.kind) {
    case DeclKind::option:
      return Sort::option;
    case DeclKind::type:
      return Sort::type;
    case DeclKind::lattice:
      return Sort::lattice;
    case DeclKind::board:
      return decl.inline_board ? std::nullopt : std::optional(Sort::board);
    case DeclKind::piece:
      return Sort::kind;
    case DeclKind::optic:
      return Sort::optic;
    case DeclKind::var:
    case DeclKind::bag:
      return Sort::variable;
    case DeclKind::let:
      return Sort::let;
    case DeclKind::effect:
      return Sort::effect;
    case DeclKind::move:
      return Sort::move;
    case DeclKind::group:
      return Sort::group;
    default:
      return std::nullopt;
  }
}

/// Where a part that stands once in a game goes.
const Decl** single_of(DeclKind kind, Parts& parts) {
  switch (kind) {
    case DeclKind::players:
      return &parts.players;
    case DeclKind::board:
    case DeclKind::use_board:
      return &parts.board;
    case DeclKind::setup:
      return &parts.setup;
    case DeclKind::play:
      return &parts.play;
    case DeclKind::score:
      return &parts.score;
    case DeclKind::heuristic:
      return &parts.heuristic;
    case DeclKind::clock:
      return &parts.clock;
    default:
      return nullptr;
  }
}

/// Where parts go of which a game has any number.
std::vector<const Decl*>* list_of(DeclKind kind, Parts& parts) {
  switch (kind) {
    case DeclKind::beam:
      return &parts.beams;
    case DeclKind::enters:
    case DeclKind::crosses:
      return &parts.terrain;
    case DeclKind::show:
      return &parts.shows;
    case DeclKind::end:
      return &parts.ends;
    case DeclKind::invariant:
      return &parts.invariants;
    case DeclKind::test:
      return &parts.tests;
    default:
      return nullptr;
  }
}

class Collector {
 public:
  Collector(const Script& script, Namespace& names, Report& report) : script_(script), names_(names), report_(report) {}

  Parts collect() {
    for (const tree::File& file : script_.files) {
      const bool main = file.file == script_.file;
      // The declarations of a variant come from several files.
      for (const Decl& decl : file.decls) collect(decl, decl.span.file, main);
    }
    return std::move(parts_);
  }

 private:
  void collect(const Decl& decl, std::uint32_t file, bool main) {
    if (const auto sort = sort_of(decl)) return names_.declare(*sort, decl, file);
    if (decl.kind == DeclKind::needs) return needs(decl, file, main);
    const Decl** const single = single_of(decl.kind, parts_);
    auto* const list = list_of(decl.kind, parts_);
    if (!main || (single == nullptr && list == nullptr)) return;
    if (script_.is_library)
      report_.error(Code::G0402, decl.head, quote(word_of(decl)) + " cannot stand in a library").help =
          "it belongs to a game; `needs` says what a library needs of one";
    else if (single != nullptr)
      set(*single, decl);
    else if (decl.kind == DeclKind::beam && !list->empty())
      set(list->front(), decl);
    else
      list->push_back(&decl);
  }

  /// What a library needs of a game is declared if the library is checked by itself.
  void needs(const Decl& decl, std::uint32_t file, bool main) {
    for (const Decl& needed : decl.decls) {
      if (needed.kind == DeclKind::beam) {
        for (const tree::FieldDecl& field : needed.fields) names_.need(file, "beam." + field.name.text);
        if (main) parts_.beams.push_back(&needed);
      } else if (needed.kind == DeclKind::players) {
        if (main) set(parts_.players, needed);
      } else {
        if (!needed.name.text.empty()) names_.need(file, needed.name.text);
        if (main) collect(needed, file, main);
      }
    }
    if (main && !script_.is_library)
      report_.error(Code::G0402, decl.head, "`needs` cannot stand in a game").help =
          "it is how a library says what it needs of the game";
  }

  static std::string word_of(const Decl& decl) {
    const bool terrain = decl.kind == DeclKind::enters || decl.kind == DeclKind::crosses;
    return terrain ? "when beam" : decl.kind == DeclKind::test ? "test" : words_of(decl.kind);
  }

  void set(const Decl*& slot, const Decl& decl) {
    if (slot == nullptr)
      slot = &decl;
    else
      report_.error(Code::G0404, decl.head, "a second " + quote(word_of(decl)))
          .others.push_back({slot->head, "the first is here"});
  }

  const Script& script_;
  Namespace& names_;
  Report& report_;
  Parts parts_;
};

}  // namespace

Parts collect(const Script& script, Namespace& names, Report& report) {
  return Collector(script, names, report).collect();
}

}  // namespace glint::lang::checking
