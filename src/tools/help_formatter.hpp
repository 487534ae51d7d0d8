// How --help looks.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace sinew::tools {

/// The description's first line says what a command does, and is all that a list of commands shows. What comes after an
/// empty line is shown by the command's own help.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    label("SUBCOMMAND", "COMMAND");
    label("Positionals", "Arguments");
    column_width(30);
  }

  std::string make_description(const CLI::App* app) const override { return app->get_description() + "\n\n"; }

  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    if (mode == CLI::AppFormatMode::All) return Formatter::make_subcommands(app, mode);
    std::string list;
    for (const CLI::App* command : app->get_subcommands({})) list += make_subcommand(command);
    return list.empty() ? list : "\nCommands:\n" + list;
  }

  std::string make_subcommand(const CLI::App* command) const override {
    const std::string description = command->get_description();
    std::ostringstream out;
    CLI::detail::format_help(out, command->get_name(), description.substr(0, description.find('\n')),
                             get_column_width());
    return out.str();
  }

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = Formatter::make_option_name(option, is_positional);
    const std::size_t comma = name.find(',');
    if (comma != std::string::npos) name.insert(comma + 1, " ");
    return name;
  }

  /// Whether an argument is required is seen in the usage; of an option it is said.
  std::string make_option_desc(const CLI::Option* option) const override {
    const bool must = option->get_required() && !option->get_positional();
    return Formatter::make_option_desc(option) + (must ? " (required)" : "");
  }

  /// What stands for the value: the option's text. Arguments are explained by their name.
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string text = option->get_option_text();
    return text.empty() ? text : ' ' + text;
  }
};

}  // namespace sinew::tools
