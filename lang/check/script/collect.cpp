#include "lang/check/context.hpp"
#include "lang/syntax/mentions.hpp"

namespace glint::lang::checking {
namespace {

using tree::Decl;
using tree::DeclKind;

/// The sorts of names that declarations declare.
constexpr std::pair<DeclKind, Sort> kSorts[] = {
    {DeclKind::option, Sort::option}, {DeclKind::type, Sort::type},    {DeclKind::lattice, Sort::lattice},
    {DeclKind::board, Sort::board},   {DeclKind::piece, Sort::kind},   {DeclKind::optic, Sort::optic},
    {DeclKind::var, Sort::variable},  {DeclKind::bag, Sort::variable}, {DeclKind::let, Sort::let},
    {DeclKind::effect, Sort::effect}, {DeclKind::move, Sort::move},    {DeclKind::group, Sort::group}};

/// The places of declarations that a game has once.
constexpr std::pair<DeclKind, const Decl * Parts::*> kSingles[] = {
    {DeclKind::players, &Parts::players},     {DeclKind::board, &Parts::board}, {DeclKind::use_board, &Parts::board},
    {DeclKind::setup, &Parts::setup},         {DeclKind::play, &Parts::play},   {DeclKind::score, &Parts::score},
    {DeclKind::heuristic, &Parts::heuristic}, {DeclKind::clock, &Parts::clock}};

/// The places of declarations that a game may have many of.
constexpr std::pair<DeclKind, std::vector<const Decl*> Parts::*> kLists[] = {
    {DeclKind::beam, &Parts::beams}, {DeclKind::enters, &Parts::terrain}, {DeclKind::crosses, &Parts::terrain},
    {DeclKind::show, &Parts::shows}, {DeclKind::show_beams, &Parts::shows}, {DeclKind::ground, &Parts::grounds},
    {DeclKind::show_edges, &Parts::grounds}, {DeclKind::end, &Parts::ends},
    {DeclKind::invariant, &Parts::invariants}, {DeclKind::test, &Parts::tests}, {DeclKind::after, &Parts::afters}};

/// The entry of a table for this kind, or null.
template <class Entry, std::size_t count>
const Entry* entry_for(DeclKind kind, const Entry (&table)[count]) {
  for (const Entry& entry : table)
    if (entry.first == kind) return &entry;
  return nullptr;
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
    if (const auto* move = decl.get_if<tree::MoveDecl>()) {
      if (!move->beside.empty()) parts_.besides.push_back(&decl);
      for (const tree::Name& name : move->beside) parts_.beside[name.text].push_back(&decl);
    }
    const auto* board = decl.get_if<tree::BoardDecl>();
    if (const auto* named = board != nullptr && board->is_inline ? nullptr : entry_for(decl.kind, kSorts))
      return names_.declare(named->second, decl, file);
    if (decl.kind == DeclKind::needs) return needs(decl, file, main);
    const auto* single = entry_for(decl.kind, kSingles);
    const auto* list = entry_for(decl.kind, kLists);
    if (!main || (single == nullptr && list == nullptr)) return;
    if (script_.is_library)
      report_.error(Code::G0402, decl.head, marked(word_of(decl)) + " is not allowed in a library",
                    {.help = "declare it in the game; a library says with `needs` that it reads it"});
    else if (single != nullptr)
      set(parts_.*single->second, decl);
    else if (decl.kind == DeclKind::beam && !parts_.beams.empty())
      set(parts_.beams.front(), decl);
    else
      (parts_.*list->second).push_back(&decl);
  }

  /// Declares the things that a library needs of its game, if the library is checked by itself.
  void needs(const Decl& decl, std::uint32_t file, bool main) {
    for (const Decl& needed : decl.as<tree::NeedsDecl>().decls) {
      if (needed.kind == DeclKind::beam) {
        for (const tree::FieldDecl& field : fields_of(needed)) names_.need(file, "beam." + field.name.text);
        if (main) parts_.beams.push_back(&needed);
      } else if (needed.kind == DeclKind::players) {
        if (main) set(parts_.players, needed);
      } else {
        if (!needed.name.text.empty()) names_.need(file, needed.name.text);
        if (main) collect(needed, file, main);
      }
    }
    if (main && !script_.is_library)
      report_.error(Code::G0402, decl.head, "`needs` is not allowed in a game",
                    {.help = "`needs` is for libraries: it says what they need from a game"});
  }

  static std::string word_of(const Decl& decl) {
    const bool terrain = decl.kind == DeclKind::enters || decl.kind == DeclKind::crosses;
    return terrain ? "when beam" : decl.kind == DeclKind::test ? "test" : words_of(decl.kind);
  }

  void set(const Decl*& slot, const Decl& decl) {
    if (slot == nullptr)
      slot = &decl;
    else
      report_.error(Code::G0404, decl.head, "a second " + marked(word_of(decl)),
                    {.help = "only one is allowed: join them, or remove one", .others = {{slot->head, "the first is here"}}});
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
