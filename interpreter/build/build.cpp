#include "interpreter/build/build.hpp"

#include <algorithm>

#include "interpreter/build/board/geometry.hpp"
#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/compiler.hpp"
#include "interpreter/build/reactions.hpp"
#include "interpreter/machine/machine.hpp"

namespace glint {

std::optional<std::int64_t> option_value(const rules::Rules& rules, const rules::Option& option, std::string_view text) {
  std::vector<std::int64_t> allowed = option.values;
  if (!option.is_value_set || allowed.empty()) {
    allowed.clear();
    const std::int64_t size = domain_size(rules, option.type);
    for (std::int64_t i = 0; i < size && i < 100'000; ++i) allowed.push_back(domain_first(option.type) + i);
  }
  for (const std::int64_t value : allowed) {
    if (print_value(rules, option.type, value) == text) return value;
    if (option.type.base == rules::Base::enumeration) {
      const rules::EnumValue& entry =
          rules.enums[option.type.enumeration].values[static_cast<std::size_t>(value)];
      if (entry.name == text) return value;
      for (const std::string& spelling : entry.spellings)
        if (spelling == text) return value;
    }
  }
  return std::nullopt;
}

std::vector<std::string> option_values(const rules::Rules& rules, const rules::Option& option) {
  std::vector<std::string> texts;
  for (const std::int64_t value : option.values) texts.push_back(print_value(rules, option.type, value));
  return texts;
}

std::string option_domain(const rules::Rules& rules, const rules::Option& option) {
  if (option.type.base == rules::Base::number && !option.is_value_set)
    return std::to_string(option.type.lo) + ".." + std::to_string(option.type.hi);
  std::string text;
  std::vector<std::int64_t> values = option.values;
  if (values.empty())
    for (std::int64_t i = 0; i < domain_size(rules, option.type); ++i) values.push_back(domain_first(option.type) + i);
  for (const std::int64_t value : values) text += (text.empty() ? "" : ", ") + print_value(rules, option.type, value);
  return "{" + text + "}";
}

namespace {

/// Lets that read nothing of the position get their values now, into the initial frame. They read only earlier ones.
void compute_constants(Program& program) {
  Machine machine(program);
  for (const Kept& kept : program.kept) {
    if (!kept.is_constant) continue;
    machine.refuel();
    if (machine.run(kept.code) != Machine::Status::done) {
      const Failure& failure = machine.failure();
      build_fail(failure.code, failure.span, failure.message);
    }
    std::copy_n(machine.frame() + kept.slot, kept.size, program.initial_frame.begin() + kept.slot);
  }
  // The same for where cells and edges act that never change.
  for (const Reactions::Acting& acting : program.reactions.acting) {
    if (!acting.is_constant) continue;
    machine.refuel();
    if (machine.run(acting.code) != Machine::Status::done) {
      const Failure& failure = machine.failure();
      build_fail(failure.code, failure.span, failure.message);
    }
    const int words = acting.is_crossing ? program.geometry.edge_words : program.words();
    std::copy_n(machine.frame() + acting.set, words, program.initial_frame.begin() + acting.set);
  }
}

}  // namespace

Built build(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
            const BuildOptions& options) {
  Built built;
  auto program = std::make_shared<Program>();
  try {
    program->rules = rules;
    program->sources = std::move(sources);
    program->id = std::move(id);
    program->options = options.options;
    for (std::size_t i = program->options.size(); i < rules.options.size(); ++i)
      program->options.push_back(rules.options[i].initial);
    // From here on everything points into the program's own copy of the rules.
    Constants constants(program->rules, program->options);
    program->geometry = build_geometry(program->rules, constants);
    constants.locals.clear();
    program->layout.stack = program->rules.board.stacks;
    build_keys(*program, constants);
    build_payloads(*program);
    build_layout(*program);
    build_seen(*program, constants);
    constants.locals.clear();
    program->keeps_light = !options.without.has(Lowering::kept_light);
    program->keeps_tries = !options.without.has(Lowering::kept_tries);
    program->tabulates_reactions = !options.without.has(Lowering::reactions);
    program->follows_unsplit = !options.without.has(Lowering::unsplit);
    program->knows_listed = !options.without.has(Lowering::listed);
    Compiler compiler(*program, constants, options.backwards, options.without);
    compiler.compile_game();
    if (options.only_test != -1) compiler.compile_tests(options.only_test);
    compiler.finish();
    compute_constants(*program);
    build_reactions(*program);
    built.program = std::move(program);
  } catch (BuildFailure& failure) {
    built.diagnostics.push_back(std::move(failure.diagnostic));
  }
  return built;
}

}  // namespace glint
