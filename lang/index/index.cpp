#include "lang/index/index.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>

#include "lang/source/text.hpp"
#include "lang/syntax/mentions.hpp"
#include "lang/syntax/walk.hpp"

namespace glint::lang {
namespace {

using tree::Decl;
using tree::DeclKind;
using tree::Expr;
using tree::ExprKind;

/// All others are rules.
constexpr std::pair<DeclKind, SymbolKind> kSymbols[] = {
    {DeclKind::game, SymbolKind::game},     {DeclKind::variant, SymbolKind::game},
    {DeclKind::library, SymbolKind::game},  {DeclKind::option, SymbolKind::option},
    {DeclKind::type, SymbolKind::type},     {DeclKind::lattice, SymbolKind::lattice},
    {DeclKind::board, SymbolKind::board},   {DeclKind::piece, SymbolKind::piece},
    {DeclKind::optic, SymbolKind::optic},   {DeclKind::var, SymbolKind::variable},
    {DeclKind::bag, SymbolKind::variable},  {DeclKind::let, SymbolKind::let},
    {DeclKind::effect, SymbolKind::effect}, {DeclKind::move, SymbolKind::move},
    {DeclKind::group, SymbolKind::move},    {DeclKind::test, SymbolKind::test},
};

SymbolKind kind_of(DeclKind kind) {
  for (const auto& [declared, symbol] : kSymbols)
    if (declared == kind) return symbol;
  return SymbolKind::rule;
}

/// True if the declaration introduces its name, and does not only change something of that name.
bool declares(const Decl& decl) { return decl.change == tree::Change::add || decl.change == tree::Change::replace; }

/// Goes through the files twice: first for declarations, then for uses of names.
class Indexer {
 public:
  explicit Indexer(const Sources& sources) : sources_(sources) {}

  void declare(const tree::File& file) {
    for (const Decl& decl : file.decls) declare(decl, -1);
  }

  void mention(const tree::File& file) {
    for (const Decl& decl : file.decls) mention(decl);
  }

  Index take() {
    for (std::size_t i = 0; i < index_.symbols.size(); ++i) {
      Symbol& symbol = index_.symbols[i];
      if (!replacing_.count(static_cast<int>(i))) continue;
      for (const int other : all(globals_, symbol.name))
        if (index_.symbols[static_cast<std::size_t>(other)].at.file > symbol.at.file && symbol.replaced < 0)
          symbol.replaced = other;
    }
    for (std::size_t i = 0; i < index_.symbols.size(); ++i) {
      const Symbol& symbol = index_.symbols[i];
      if (symbol.kind != SymbolKind::rule && symbol.kind != SymbolKind::test && symbol.kind != SymbolKind::game)
        index_.mentions.push_back({symbol.at, {static_cast<int>(i)}});
    }
    std::stable_sort(index_.mentions.begin(), index_.mentions.end(), [](const Mention& a, const Mention& b) {
      return std::tuple(a.at.file, a.at.begin) < std::tuple(b.at.file, b.at.begin);
    });
    return std::move(index_);
  }

 private:
  using Names = std::multimap<std::string, int>;

  // ---- declarations

  int add(SymbolKind kind, const tree::Name& name, const Span& whole, int parent, std::string doc = {}) {
    index_.symbols.push_back({kind, name.text, name.span, whole, {}, std::move(doc), parent, -1});
    return static_cast<int>(index_.symbols.size()) - 1;
  }

  void declare(const Decl& decl, int parent) {
    if (decl.change == tree::Change::remove) return;
    if (decl.kind == DeclKind::use) return;
    if (const auto* needs = decl.get_if<tree::NeedsDecl>()) {
      for (const Decl& needed : needs->decls) declare(needed, parent);
      return;
    }
    if (const auto* players = decl.get_if<tree::PlayersDecl>()) {
      for (const tree::Name& name : players->names)
        values_.emplace(name.text, add(SymbolKind::player, name, name.span, parent, decl.doc));
      return;
    }
    const SymbolKind kind = kind_of(decl.kind);
    tree::Name name = decl.name;
    // A header is called by the title of its game; the name in that of a variant is of another file.
    const bool is_named = kind != SymbolKind::rule && kind != SymbolKind::test && !name.text.empty() &&
                          (kind != SymbolKind::game || decl.kind == DeclKind::library);
    const tree::Text* title = kind == SymbolKind::test || kind == SymbolKind::game ? text_of(decl) : nullptr;
    if (!is_named) name = {title != nullptr ? plain_text(*title) : words(decl.head), decl.head};
    const bool is_new = is_named && declares(decl);
    // The name after `extend` or `option x = 3` was declared elsewhere.
    const int symbol = is_named && !is_new ? -1 : add(kind, name, decl.span, parent, decl.doc);
    if (kind == SymbolKind::game)
      files_.emplace(stem_of(sources_.file(decl.span.file).name), symbol);
    else if (is_new)
      globals_.emplace(name.text, symbol);
    if (is_new && decl.change == tree::Change::replace) replacing_.insert(symbol);
    symbol_of_[&decl] = symbol;
    const auto* beam = decl.get_if<tree::BeamDecl>();
    for (const tree::FieldDecl& field : fields_of(decl)) {
      const bool of_beam = beam != nullptr;
      const Span whole = field.initial.empty() ? join(field.name.span, field.type.front().span)
                                               : join(field.name.span, field.initial.front().span);
      members_.emplace(field.name.text,
                       add(of_beam ? SymbolKind::beam_field : SymbolKind::field, field.name, whole, symbol));
    }
    if (beam != nullptr)
      for (const tree::Name& end : beam->ends)
        members_.emplace(end.text, add(SymbolKind::beam_end, end, end.span, symbol));
    if (const auto* lattice = decl.get_if<tree::LatticeDecl>()) {
      for (const tree::DirectionDecl& one : lattice->directions)
        values_.emplace(one.name.text, add(SymbolKind::direction, one.name, one.name.span, symbol));
      for (const tree::EnumValue& axis : lattice->axes)
        values_.emplace(axis.name.text, add(SymbolKind::axis, axis.name, axis.name.span, symbol));
    }
    if (const tree::TypeExpr* type = type_of(decl)) declare_values(*type, symbol);
    for (const tree::FieldDecl& field : fields_of(decl))
      for (const tree::TypeExpr& type : field.type) declare_values(type, symbol);
  }

  void declare_values(const tree::TypeExpr& type, int parent) {
    for (const tree::EnumValue& value : type.values)
      values_.emplace(value.name.text, add(SymbolKind::value, value.name, value.name.span, parent));
    for (const tree::TypeExpr& inner : type.inner) declare_values(inner, parent);
  }

  // ---- scopes

  struct Local {
    std::string name;
    int symbol;
  };

  /// Makes a local that can be named from here to the end of the innermost block.
  void bind(const tree::Name& name, const Span& whole) {
    if (name.text.empty()) return;
    const int symbol = add(SymbolKind::local, name, whole, decl_);
    index_.symbols.back().scope = {name.span.file, name.span.begin, ends_.empty() ? whole.end : ends_.back()};
    locals_.push_back({name.text, symbol});
  }

  void within(const Span& span, auto visit) {
    const std::size_t mark = locals_.size();
    ends_.push_back(span.end);
    visit();
    ends_.pop_back();
    locals_.resize(mark);
  }

  // ---- mentions

  void note(const Span& at, std::vector<int> symbols) {
    if (!symbols.empty()) index_.mentions.push_back({at, std::move(symbols)});
  }

  static std::vector<int> all(const Names& names, const std::string& name) {
    std::vector<int> symbols;
    const auto [begin, end] = names.equal_range(name);
    for (auto at = begin; at != end; ++at) symbols.push_back(at->second);
    return symbols;
  }

  /// The meanings of a bare name.
  std::vector<int> meaning(const std::string& name) const {
    for (auto local = locals_.rbegin(); local != locals_.rend(); ++local)
      if (local->name == name) return {local->symbol};
    if (piece_ >= 0)
      for (const int field : all(members_, name))
        if (index_.symbols[static_cast<std::size_t>(field)].parent == piece_) return {field};
    if (const auto global = all(globals_, name); !global.empty()) return {global.front()};
    return all(values_, name);
  }

  void bare(const tree::Name& name) { note(name.span, meaning(name.text)); }
  void global(const tree::Name& name) {
    if (const auto symbols = all(globals_, name.text); !symbols.empty()) note(name.span, {symbols.front()});
  }
  /// `x.colour`, where x is `beam` or a piece.
  void member(const tree::Name& name, bool of_beam) {
    std::vector<int> symbols = all(members_, name.text);
    std::erase_if(symbols, [&](int symbol) {
      const SymbolKind kind = index_.symbols[static_cast<std::size_t>(symbol)].kind;
      return kind == SymbolKind::beam_end || (kind == SymbolKind::beam_field) != of_beam;
    });
    if (symbols.empty() && !of_beam) {
      // A member of a visit of a trace: `v.colour` is a field of the beam. Or a board's own label, `south.B3`.
      symbols = all(members_, name.text);
    }
    note(name.span, std::move(symbols));
  }

  void expr(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::name:
      case ExprKind::index:
        bare(expr.name);
        break;
      case ExprKind::call:
        if (expr.kids.empty()) bare(expr.name);
        break;
      case ExprKind::member:
        exprs(expr.kids);
        member(expr.name, expr.kids.front().kind == ExprKind::name && expr.kids.front().name.text == "beam");
        return;
      case ExprKind::can:
        global(expr.name);
        break;
      case ExprKind::comprehension:
      case ExprKind::the:
        this->expr(expr.kids.front());
        within(expr.span, [&] {
          bind(expr.name, expr.span);
          if (expr.kids.size() > 1) this->expr(expr.kids[1]);
        });
        args(expr.args);
        return;
      case ExprKind::fold:
        this->expr(expr.kids.front());
        within(expr.span, [&] {
          bind(expr.name, expr.span);
          for (std::size_t i = 1; i < expr.kids.size(); ++i) this->expr(expr.kids[i]);
        });
        args(expr.args);
        return;
      default:
        break;
    }
    parts_of(expr);
  }
  void exprs(const std::vector<Expr>& all) {
    for (const Expr& each : all) expr(each);
  }
  /// A file that a header or `use` calls by name or path.
  void file(const Span& at, const std::string& called) {
    std::vector<int> symbols = all(files_, stem_of(called));
    std::erase_if(symbols,
                  [&](int symbol) { return index_.symbols[static_cast<std::size_t>(symbol)].at.file == at.file; });
    if (!symbols.empty()) note(at, {symbols.front()});
  }
  void file(const tree::GameName& named) {
    if (named.path)
      file(named.path->span, plain_text(*named.path));
    else if (!named.name.text.empty())
      file(named.name.span, named.name.text);
  }
  /// The names of arguments are not resolved, except those of a piece's fields.
  void args(const std::vector<tree::Arg>& all) {
    for (const tree::Arg& arg : all) exprs(arg.value);
  }
  void field_args(const tree::Name& kind, const std::vector<tree::Arg>& args) {
    const std::vector<int> pieces = all(globals_, kind.text);
    for (const tree::Arg& arg : args) {
      exprs(arg.value);
      if (!arg.name || pieces.empty()) continue;
      for (const int field : all(members_, arg.name->text))
        if (index_.symbols[static_cast<std::size_t>(field)].parent == pieces.front()) note(arg.name->span, {field});
    }
  }
  void text(const std::optional<tree::Text>& text) {
    if (text) parts_of(*text);
  }
  void types(const std::vector<tree::TypeExpr>& all) {
    for (const tree::TypeExpr& each : all) parts_of(each);
  }
  void result(const std::optional<tree::Result>& result) {
    if (result) parts_of(*result);
  }
  /// Names an outcome has besides those in its parts: an end, an optic.
  void outcome(const tree::Outcome& outcome) {
    if (outcome.end)
      for (const int end : all(members_, outcome.end->text))
        if (index_.symbols[static_cast<std::size_t>(end)].kind == SymbolKind::beam_end) note(outcome.end->span, {end});
    if (!outcome.optic.text.empty()) global(outcome.optic);
    parts_of(outcome);
  }
  /// The parts of a node, without names of its own. Declarations in it are left out.
  void parts_of(const auto& node) {
    tree::each_part(node, [this](const auto& part) {
      using Part = std::decay_t<decltype(part)>;
      if constexpr (std::is_same_v<Part, Expr>)
        expr(part);
      else if constexpr (std::is_same_v<Part, tree::Stmt>)
        statement(part);
      else if constexpr (std::is_same_v<Part, tree::Outcome>)
        outcome(part);
      else if constexpr (!std::is_same_v<Part, Decl>)
        parts_of(part);
    });
  }

  /// The statements of a block, whose names go with it. The block ends where the statement around it does, or before
  /// its `else`.
  void block(const tree::Block& block, const Span& around) {
    within(around, [&] {
      for (const tree::Stmt& stmt : block) statement(stmt);
    });
  }

  void statement(const tree::Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::pick: {
        // `pick x in S where C` is made a comprehension over x.
        const bool is_where =
            stmt.exprs.front().kind == ExprKind::comprehension && stmt.exprs.front().name.span == stmt.name.span;
        exprs(is_where ? std::vector<Expr>{stmt.exprs.front().kids.front()} : stmt.exprs);
        // In a loop a pick of a name that was picked before takes its place.
        const auto before =
            std::find_if(locals_.begin(), locals_.end(), [&](const Local& one) { return one.name == stmt.name.text; });
        if (before != locals_.end())
          note(stmt.name.span, {before->symbol});
        else
          bind(stmt.name, stmt.span);
        if (is_where) expr(stmt.exprs.front().kids[1]);
        text(stmt.message);
        return;
      }
      case StmtKind::while_:
        // The notation knows the picks of its rounds.
        if (std::none_of(stmt.body.begin(), stmt.body.end(),
                         [](const tree::Stmt& one) { return one.kind == StmtKind::pick; }))
          break;
        exprs(stmt.exprs);
        for (const tree::Stmt& one : stmt.body) statement(one);
        return;
      case StmtKind::let:
        types(stmt.type);
        exprs(stmt.exprs);
        bind(stmt.name, stmt.span);
        return;
      case StmtKind::draw:
        exprs(stmt.exprs);
        for (const tree::Name& bag : stmt.names) global(bag);
        if (const auto known = all(globals_, stmt.name.text); !known.empty())
          note(stmt.name.span, {known.front()});
        else
          bind(stmt.name, stmt.span);
        return;
      case StmtKind::fix_draw:
        exprs(stmt.exprs);
        global(stmt.name);
        return;
      case StmtKind::for_: {
        const Expr& domain = stmt.exprs.front();
        const bool is_where = domain.kind == ExprKind::comprehension && domain.name.span == stmt.name.span;
        expr(is_where ? domain.kids.front() : domain);
        within(stmt.span, [&] {
          bind(stmt.name, stmt.span);
          if (is_where) expr(domain.kids[1]);
          for (std::size_t i = 1; i < stmt.exprs.size(); ++i) expr(stmt.exprs[i]);
          block(stmt.body, stmt.span);
        });
        return;
      }
      case StmtKind::put:
        bare(stmt.name);
        field_args(stmt.name, stmt.args);
        exprs(stmt.exprs);
        return;
      case StmtKind::call:
        global(stmt.name);
        break;
      default:
        break;
    }
    exprs(stmt.exprs);
    args(stmt.args);
    text(stmt.message);
    for (const tree::Name& name : stmt.names) global(name);
    types(stmt.type);
    result(stmt.result);
    const Span before_else = {stmt.span.file, stmt.span.begin,
                              stmt.other.empty() ? stmt.span.end : stmt.other.front().span.begin};
    block(stmt.body, before_else);
    block(stmt.other, stmt.span);
  }

  void mention(const Decl& decl) {
    const auto own = symbol_of_.find(&decl);
    decl_ = own == symbol_of_.end() ? -1 : own->second;
    const SymbolKind kind = kind_of(decl.kind);
    const bool names_another = !declares(decl) && kind != SymbolKind::rule && kind != SymbolKind::test;
    if (const auto* variant = decl.get_if<tree::VariantDecl>()) {
      file({decl.name, variant->path, {}});
      for (const tree::GameName& with : variant->with) file(with);
      return;
    }
    if (const auto* use = decl.get_if<tree::UseDecl>()) {
      for (const tree::Name& name : use->names) file(name.span, name.text);
      for (const tree::Text& text : use->paths) file(text.span, plain_text(text));
    }
    if (names_another || decl.kind == DeclKind::use_board) global(decl.name);
    if (decl.kind == DeclKind::piece) {
      const auto piece = all(globals_, decl.name.text);
      piece_ = piece.empty() ? -1 : piece.front();
    }
    within(decl.span, [&] {
      for (const tree::Param& param : params_of(decl)) bind(param.name, join(param.name.span, param.type.front().span));
      const auto* var = decl.get_if<tree::VarDecl>();
      if (var != nullptr && var->index_name) bind(*var->index_name, var->index_name->span);
      if (kind == SymbolKind::rule && decl.kind != DeclKind::use_board) bind(decl.name, decl.name.span);
      if (const auto* show = decl.get_if<tree::ShowDecl>(); show != nullptr && show->each)
        bind(show->each->first, show->each->first.span);
      if (decl.kind != DeclKind::beam && decl.kind != DeclKind::players && decl.kind != DeclKind::use)
        for (const tree::Name& name : names_of(decl)) global(name);
      if (const auto* test = decl.get_if<tree::TestDecl>())
        for (const tree::Arg& arg : test->settings)
          if (arg.name) global(*arg.name);
      if (const auto* clock = decl.get_if<tree::ClockDecl>())
        for (const auto& [move, seconds] : clock->adds) global(move);
      // The notation of a move is the last of these parts, after the picks that it names.
      if (const auto* board = decl.get_if<tree::BoardDecl>())
        mention(*board);
      else
        parts_of(decl);
    });
    piece_ = -1;
    decl_ = -1;
  }

  void mention(const tree::BoardDecl& board) {
    global(board.lattice);
    for (const tree::Param& param : board.params) types(param.type);
    for (const Decl& let : board.lets) {
      expr(let.as<tree::LetDecl>().value);
      bind(let.name, let.span);
    }
    for (const tree::CellsDecl& cells : board.cells) {
      exprs(cells.x_range);
      exprs(cells.y_range);
      if (!cells.drawing) {
        bind(cells.x, cells.span);
        bind(cells.y, cells.span);
      }
      exprs(cells.where);
    }
    for (const tree::LabelDecl& label : board.labels) {
      if (label.player) bare(*label.player);
      exprs(label.where);
      text(label.text);
    }
    exprs(board.wraps);
  }

  // ---- texts

  std::string words(const Span& span) const { return std::string(sources_.text(span)); }

  const Sources& sources_;
  Index index_;
  Names globals_, values_, members_;
  Names files_;              // headers, by the names of their files
  std::set<int> replacing_;  // symbols that a variant declares by `replace`
  std::map<const Decl*, int> symbol_of_;
  std::vector<Local> locals_;
  std::vector<std::uint32_t> ends_;  // ends of the enclosing blocks, the innermost last
  int piece_ = -1;                   // the piece around, among the symbols
  int decl_ = -1;                    // the declaration around
};

}  // namespace

std::string_view word_of(SymbolKind kind) {
  constexpr std::string_view kWords[] = {"game",      "player", "option",   "type",  "value",  "lattice",
                                         "direction", "axis",   "board",    "piece", "field",  "field of beams",
                                         "beam end",  "optic",  "variable", "let",   "effect", "move",
                                         "test",      "rule",   "local"};
  return kWords[static_cast<std::size_t>(kind)];
}

const Mention* Index::at(std::uint32_t file, std::uint32_t offset) const {
  const auto past =
      std::upper_bound(mentions.begin(), mentions.end(), std::pair(file, offset),
                       [](const auto& place, const Mention& m) { return place < std::pair(m.at.file, m.at.begin); });
  if (past == mentions.begin()) return nullptr;
  const Mention& found = *(past - 1);
  return found.at.file == file && offset <= found.at.end ? &found : nullptr;
}

std::vector<const Mention*> Index::of(int symbol) const {
  std::vector<const Mention*> found;
  for (const Mention& mention : mentions)
    if (std::find(mention.symbols.begin(), mention.symbols.end(), symbol) != mention.symbols.end())
      found.push_back(&mention);
  return found;
}

Index index_of(const std::vector<const tree::File*>& files, const Sources& sources) {
  Indexer indexer(sources);
  for (const tree::File* file : files) indexer.declare(*file);
  for (const tree::File* file : files) indexer.mention(*file);
  return indexer.take();
}

}  // namespace glint::lang
