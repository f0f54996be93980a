#include "interpreter/build/build.hpp"

#include "interpreter/build/board/layout.hpp"
#include "interpreter/build/code/compiler.hpp"

namespace glint {

Built build(const rules::Rules& rules, std::shared_ptr<const lang::Sources> sources, std::string id,
            const BuildOptions& options) {
  Built built;
  auto program = std::make_shared<Program>();
  try {
    lang::StopCheck stop(options.limits.stop);
    program->rules = rules;
    stop.now();
    program->sources = std::move(sources);
    program->id = std::move(id);
    program->options = options.options;
    program->limits = options.limits;
    for (std::size_t i = program->options.size(); i < rules.options.size(); ++i)
      program->options.push_back(rules.options[i].initial);
    // From here on, pointers are into the program's own copy of the rules.
    Constants constants(program->rules, program->options, &stop);
    program->geometry = build_geometry(program->rules, constants, program->limits, stop);
    program->layout.stack = program->rules.board.stacks;
    build_keys(*program, constants);
    build_payloads(*program);
    const Share largest = build_layout(*program);
    build_seen(*program, constants);
    program->lowered.kept_light = !options.without.has(Lowering::kept_light);
    program->lowered.kept_tries = !options.without.has(Lowering::kept_tries);
    program->lowered.reactions = !options.without.has(Lowering::reactions);
    program->lowered.unsplit = !options.without.has(Lowering::unsplit);
    program->lowered.listed = !options.without.has(Lowering::listed);
    program->lowered.turns = !options.without.has(Lowering::turns);
    compiling::CodeWriter code(*program, constants, options);
    compiling::compile_game(code, largest);
    if (options.only_test != -1) compiling::compile_tests(code, options.only_test);
    compiling::finish(code);
    compiling::write_turns(*program);
    built.program = std::move(program);
  } catch (BuildFailure& failure) {
    built.diagnostics.push_back(std::move(failure.diagnostic));
  } catch (const lang::Stopped&) {
    built.diagnostics.push_back(lang::stopped());
  }
  return built;
}

}  // namespace glint
