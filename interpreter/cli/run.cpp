#include "interpreter/cli/run.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <new>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>

#include "interpreter/cli/commands/command.hpp"
#include "interpreter/cli/console/interrupt.hpp"
#include "interpreter/cli/console/json.hpp"
#include "interpreter/cli/console/safe_output.hpp"
#include "interpreter/cli/manual/manual.hpp"
#include "interpreter/game/loading/errors.hpp"
#include "lang/source/stop.hpp"
#include "lang/source/text.hpp"

namespace glint::cli {

namespace {

/// A number that may have decimals: `3`, `0.25`.
std::optional<double> decimal_number(const std::string& text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string decimals = point < text.size() ? "1" + text.substr(point + 1) : "10";
  if (!whole_number(text.substr(0, point)) || !whole_number(decimals) || decimals.size() < 2 || text.size() > 30) {
    return std::nullopt;
  }
  return std::strtod(text.c_str(), nullptr);  // no locale is set, so that the point is a point
}

/// A number as a person would type it: 0.01, 86400.
std::string shown(double number) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << number;
  return text.str();
}

/// An option that may be repeated takes one value each time, and not the words after it.
void repeated(CLI::Option* option, const std::string& shown) {
  option->type_name(shown)->type_size(1)->expected(1)->allow_extra_args(false)->multi_option_policy(
      CLI::MultiOptionPolicy::TakeAll);
}

[[noreturn]] void wrong_number(const CLI::App& app, const std::string& name, const std::string& kind,
                               const std::string& low, const std::string& high, const std::string& found) {
  stop(kUsage, name + " takes a " + kind + " from " + low + " to " + high + ", found `" + found + "`",
       "`glint " + app.get_name() + " --help` shows what it takes");
}

int number_in(const CLI::App& app, const std::string& name, const std::string& text, int low, int high) {
  const auto number = whole_number(text);
  if (!number || *number < static_cast<std::uint64_t>(low) || *number > static_cast<std::uint64_t>(high))
    wrong_number(app, name, "whole number", std::to_string(low), std::to_string(high), text);
  return static_cast<int>(*number);
}

constexpr double kMostSeconds = 1e6;

/// Says to stop once this number of seconds has passed, from now on.
std::function<bool()> deadline(double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  return [end] { return std::chrono::steady_clock::now() >= end; };
}

/// Sets one limit; false: there is none of this name.
bool set_limit(const CLI::App& app, Limits& limits, double* answer, const std::string& name, const std::string& value) {
  const std::string option = "--limit " + name;
  if (name == "seconds") {
    const auto seconds = decimal_number(value);
    if (!seconds || *seconds > kMostSeconds) wrong_number(app, option, "number", "0", "1000000", value);
    if (answer)
      *answer = *seconds;
    else
      limits.stop = deadline(*seconds);
    return true;
  }
#define GLINT_SET(limit, usual, code, what)                                                   \
  if (name == #limit) {                                                                       \
    const auto number = whole_number(value);                                                  \
    if (!number || *number > static_cast<std::uint64_t>(most_of_limit(name)))                 \
      wrong_number(app, option, "whole number", "0", std::to_string(most_of_limit(name)), value); \
    limits.limit = static_cast<std::int64_t>(*number);                                        \
    return true;                                                                              \
  }
  GLINT_LIMITS(GLINT_SET)
#undef GLINT_SET
  return false;
}

struct Description {
  std::string summary;   // one line of `glint --help`
  std::string examples;  // command lines; help begins with them
};
const std::map<std::string, Description>& descriptions() {
  static const std::map<std::string, Description> all = {
#include <glint_help.inc>  // made of commands/help.txt in the build folder
  };
  return all;
}

/// Commands for one purpose, with their names, which help.txt describes.
struct Group {
  std::string title;  // with the command to begin with
  std::vector<std::pair<std::string, std::unique_ptr<Command> (*)()>> commands;
};

std::vector<Group> make_groups() {
  return {{"Play     begin with: glint play laser_lawn",
           {{"list", make_list}, {"describe", make_describe}, {"print", make_print}, {"play", make_play},
            {"host", make_host}, {"replay", make_replay}, {"solve", make_solve}}},
          {"Write    begin with: glint new my_game",
           {{"new", make_new}, {"check", make_check}, {"test", make_test}, {"studio", make_studio},
            {"explain", make_explain}, {"fmt", make_fmt}, {"show", make_show}, {"trace", make_trace},
            {"moves", make_moves}, {"eval", make_eval}, {"lsp", make_lsp}, {"serve", make_serve}}},
          {"Measure  begin with: glint study laser_lawn",
           {{"study", make_study}, {"compare", make_compare}, {"diff", make_diff}, {"explore", make_explore},
            {"learn", make_learn}, {"tune", make_tune}, {"match", make_match}}},
          {"Engine   begin with: glint bench laser_lawn", {{"bench", make_bench}, {"perft", make_perft}}}};
}

/// Help of a command begins with examples (kept as the footer), then says what it does. Help of `glint` lists the commands
/// by group.
class ExamplesFirst : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override {
    const std::string examples = with_comments_aligned(app->get_footer());
    return examples + (examples.empty() ? "" : "\n\n") + app->get_description() + "\n\n";
  }
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    if (app->get_parent()) return CLI::Formatter::make_help(app, name, mode);
    return app->get_description() + "\n" +
           "Usage: glint COMMAND ... or --version    `glint COMMAND --help` shows examples and options.\n" +
           make_subcommands(app, mode) + "\n" + make_footer(app);
  }
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode) const override {
    std::string text, group;
    for (const CLI::App* command : app->get_subcommands({})) {
      if (command->get_group() != group) {
        group = command->get_group();
        text += "\n" + group + "\n";
      }
      text += "  " + command->get_name() + std::string(10 - std::min<std::size_t>(8, command->get_name().size()), ' ') +
              command->get_description() + "\n";
    }
    return text;
  }
  std::string make_footer(const CLI::App*) const override {
    return "Exit status: 0 success; 1 the check failed, or games differ; 2 bad usage or an unreadable file.\n";
  }
};

/// The library's errors are sentences; ours begin with a small letter and end without a full stop.
std::string in_our_words(std::string message) {
  while (!message.empty() && (message.back() == '\n' || message.back() == '.')) message.pop_back();
  if (message.size() > 1 && std::isupper(static_cast<unsigned char>(message[0])) &&
      std::islower(static_cast<unsigned char>(message[1]))) {
    message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
  }
  return message;
}

/// The error of a command line, and the likely meaning.
std::pair<std::string, std::string> explain(const CLI::ParseError& problem, const CLI::App& app) {
  const std::string text = problem.what();
  const std::string option = text.substr(0, text.find(':'));
  const bool has_command = !app.get_subcommands().empty();
  const CLI::App& command = has_command ? *app.get_subcommands().front() : app;
  const std::string help = "`glint " + (has_command ? command.get_name() + " " : "") + "--help` shows what it takes";
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&problem)) {
    const bool more = text.find("At Most") != std::string::npos;
    return {option + (more ? " is given more than once" : " needs a value"), help};
  }
  const std::vector<std::string> rest = app.remaining(true);
  if (!dynamic_cast<const CLI::ExtrasError*>(&problem) || rest.empty()) return {in_our_words(text), help};
  if (rest[0].empty() || rest[0][0] != '-') return {"`" + rest[0] + "` is an extra argument", help};
  std::vector<std::string> names;
  for (const CLI::Option* known : command.get_options()) {
    for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  }
  const std::string unknown = rest[0].substr(0, rest[0].find('='));
  return {"`" + command.get_name() + "` has no option `" + unknown + "`", did_you_mean(unknown, names, help)};
}

int finish(const Stop& stopped, Console& console) {
  if (console.json) return print_json(console, [&](Json&) { throw stopped; });
  console.report(stopped.errors);
  return stopped.status;
}

/// Stops with "did you mean" if the first word is not a command.
void check_command(const std::vector<std::string>& arguments, const std::vector<Group>& groups) {
  if (arguments.empty() || arguments[0].empty() || arguments[0][0] == '-') return;
  std::vector<std::string> names;
  for (const Group& group : groups)
    for (const auto& [name, make] : group.commands) names.push_back(name);
  if (std::find(names.begin(), names.end(), arguments[0]) != names.end()) return;
  stop(kUsage, "`" + arguments[0] + "` is not a command of glint",
       did_you_mean(arguments[0], names, "`glint --help` lists them"));
}

constexpr const char* kHelpOfHelp = "show examples and all options";

/// Options of `glint` itself: each prints something instead of running a command.
void declare_own_options(CLI::App& app) {
  app.set_help_flag("-h,--help", "list the commands, by what they are for");
  app.set_version_flag("--version", version(), "print the version, and the commit that it was built from");
}

int dispatch(const std::vector<std::string>& arguments, Console& console) {
  const std::vector<Group> groups = make_groups();
  CLI::App app("Play, write and measure beam games written in Glint.", "glint");
  const auto formatter = std::make_shared<ExamplesFirst>();
  formatter->label("REQUIRED", "");
  app.formatter(formatter);
  declare_own_options(app);
  app.require_subcommand(1);
  std::map<CLI::App*, std::unique_ptr<Command>> by_app;
  for (const Group& group : groups)
    for (const auto& [name, make] : group.commands) {
      Description description = descriptions().at(name);
      CLI::App* sub = app.add_subcommand(name, description.summary);
      std::unique_ptr<Command>& command = by_app[sub] = make();
      command->complete(description.examples);
      sub->set_help_flag("-h,--help", kHelpOfHelp);
      sub->group(group.title);
      sub->footer(description.examples);
      Arguments declared(*sub);
      command->declare(declared);
    }

  if (!arguments.empty() && arguments[0] == "--offers") {  // a completion asks
    console.out << offers(app, {arguments.begin() + 1, arguments.end()});
    return kDone;
  }
  check_command(arguments, groups);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::Success& wanted) {  // --help, --version
    app.exit(wanted, console.out, console.err);
    return kDone;
  } catch (const CLI::ParseError& problem) {
    if (arguments.empty()) {
      console.err << app.help();
      return kUsage;
    }
    if (app.get_subcommands().empty() && dynamic_cast<const CLI::RequiredError*>(&problem)) {
      stop(kUsage, "no command is given", "`glint --help` lists the commands");
    }
    const auto [message, help] = explain(problem, app);
    stop(kUsage, message, help);
  }
  return by_app.at(app.get_subcommands().front())->run(console);
}

/// The value of an environment variable; empty if it is not set.
std::string value_of(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// The first of these variables that is set decides.
bool locale_is_utf8() {
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (locale.empty()) locale = value_of(name);
  std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::tolower(c); });
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

}  // namespace

void Arguments::one(const std::string& name, std::string& value, const std::string& help) {
  app_.add_option(name, value, help)->required()->type_name("");
}
void Arguments::some(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  app_.add_option(name, values, help)->required()->type_name("");
}
void Arguments::any(const std::string& name, std::vector<std::string>& values, const std::string& help) {
  app_.add_option(name, values, help)->type_name("");
}
void Arguments::flag(const std::string& name, bool& value, const std::string& help) {
  app_.add_flag(name, value, help);
}
void Arguments::text(const std::string& name, std::optional<std::string>& value, const std::string& shown,
                     const std::string& help) {
  app_.add_option_function<std::string>(
          name, [&value](const std::string& given) { value = given; }, help)
      ->type_name(shown);
}
void Arguments::texts(const std::string& name, std::vector<std::string>& values, const std::string& shown,
                      const std::string& help) {
  repeated(app_.add_option(name, values, help), shown);
}
void Arguments::number(const std::string& name, std::optional<std::uint64_t>& value, const std::string& help) {
  const auto read = [app = &app_, name, &value](const std::string& given) {
    value = whole_number(given);
    if (!value) wrong_number(*app, name, "whole number", "0", std::to_string(UINT64_MAX), given);
  };
  app_.add_option_function<std::string>(name, read, help)->type_name("N");
}
void Arguments::number(const std::string& name, int& value, int low, int high, const std::string& help) {
  const auto read = [app = &app_, name, &value, low, high](const std::string& given) {
    value = number_in(*app, name, given, low, high);
  };
  app_.add_option_function<std::string>(name, read, help)->type_name("N");
}
void Arguments::number(const std::string& name, double& value, double low, double high, const std::string& help) {
  const auto read = [app = &app_, name, &value, low, high](const std::string& given) {
    const auto number = decimal_number(given);
    if (!number || *number < low || *number > high) wrong_number(*app, name, "number", shown(low), shown(high), given);
    value = *number;
  };
  app_.add_option_function<std::string>(name, read, help)->type_name("N");
}

void Arguments::limits(Limits& limits, int* own, int most, const std::string& help, double* seconds) {
  std::string names = "seconds";
#define GLINT_NAME(name, value, code, what) names += ", " + std::string(#name);
  GLINT_LIMITS(GLINT_NAME)
#undef GLINT_NAME
  const auto read = [app = &app_, &limits, own, most, seconds, names](const std::vector<std::string>& given) {
    for (const std::string& text : given) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos && own) {
        *own = number_in(*app, "--limit", text, 1, most);
      } else if (equals == std::string::npos ||
                 !set_limit(*app, limits, seconds, text.substr(0, equals), text.substr(equals + 1))) {
        stop(kUsage, "--limit takes the name of a limit and a value, as in `--limit cells=1000000`; found `" + text + "`",
             "limits are " + names);
      }
    }
  };
  repeated(app_.add_option_function<std::vector<std::string>>(
               "--limit", read,
               (own ? help + "; or " : "") + "change a limit, such as seconds=60 to stop " +
                   (seconds ? "an answer " : "") + "after a minute: " + names),
           own ? "N or NAME=VALUE" : "NAME=VALUE");
}

void Arguments::budget(double& seconds, const std::string& help, int* games, int low, int high) {
  const auto read = [app = &app_, &seconds, games, low, high](const std::string& given) {
    if (games && whole_number(given)) {
      *games = number_in(*app, "--budget", given, low, high);
      return;
    }
    const std::string number = given.substr(0, given.size() - std::min<std::size_t>(1, given.size()));
    const double each = given.ends_with('s') ? 1 : given.ends_with('m') ? 60 : given.ends_with('h') ? 3600 : 0;
    seconds = whole_number(number) ? std::strtod(number.c_str(), nullptr) * each : 0;
    if (seconds < 1 || seconds > 24 * 3600)
      stop(kUsage, "--budget takes a time above 0, up to a day" + std::string(games ? ", or a number of games" : "") +
                       ", found `" + given + "`",
           "for example 30s, 5m or 1h");
  };
  app_.add_option_function<std::string>("--budget", read, help)->type_name(games ? "TIME or N" : "TIME");
}
void Arguments::required(const std::string& name) { app_.get_option(name)->required(); }

int run(const std::vector<std::string>& arguments, Console& given) {
  SafeOutput out(given.out, given.style.colour), err(given.err, given.style.colour);
  Console console{given.in, out, err, given.in_is_terminal, given.err_is_terminal, given.edits_lines, given.json,
                  given.style, given.lines, given.stopwatch};
  // Looked up before arguments are parsed, so that an error in them is printed as JSON, too.
  console.json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  int status = kUsage;
  try {
    try {
      status = dispatch(arguments, console);
    } catch (const Stop& stopped) {
      status = finish(stopped, console);
    } catch (const lang::Stopped&) {  // while a picture was drawn, or the like
      status = finish(stopped_work(), console);
    }
    console.out.flush();
    if (!console.out) {
      console.err << "error: cannot write the output\n";
      status = kUsage;
    }
  } catch (const std::bad_alloc&) {
    console.err << "error: there is not enough memory for this\n  help: lower limits need less (--limit beams=100000), and so "
                   "do fewer threads\n";
    status = kNo;
  } catch (const std::exception& problem) {
    console.err << "error: a bug in Glint: " << problem.what() << "\n  help: please report it, with the command\n";
    status = kUsage;
  }
  return status;
}

int run_process(int argc, char** argv, std::istream& in, std::ostream& out, std::ostream& err) {
  signal(SIGXFSZ, SIG_IGN);  // writing fails instead, and the file as it was is kept
  Console console{in, out, err};
  console.in_is_terminal = isatty(STDIN_FILENO) == 1;
  console.err_is_terminal = isatty(STDERR_FILENO) == 1;
  winsize size{};
  if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    console.style.columns = std::max<int>(40, size.ws_col);
    console.lines = size.ws_row;
    console.edits_lines = console.in_is_terminal;
  }
  const bool shows_colours = std::getenv("TERM") && value_of("TERM") != "dumb" && value_of("NO_COLOR").empty();
  console.style.colour = isatty(STDOUT_FILENO) == 1 && shows_colours;
  console.style.utf8 = locale_is_utf8();
  const int status = run(std::vector<std::string>(argv + std::min(argc, 1), argv + argc), console);
  end_as_stopped();
  return status;
}

}  // namespace glint::cli
