#include "manual.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

namespace {

std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// "--format", "-o" of every option, positional arguments aside.
std::vector<std::string> words_of(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames())
      words.push_back("--" + name);
    for (const std::string& name : option->get_snames())
      words.push_back("-" + name);
  }
  return words;
}

/// The words that an option's value is one of.
struct Choice {
  std::string_view command; ///< empty: every command that has the option
  std::string_view option;
  std::string_view values;
};
constexpr Choice kChoices[] = {
    {"", "--color", "auto always never"},
    {"", "--unicode", "auto always never"},
    {"", "--isa", "tac mips riscv x86"},
    {"", "--xlen", "32 64"},
    {"", "--platform", "bare-metal linux"},
    {"", "--from", "kanata o3"},
    {"", "--to", "kanata o3 perfetto"},
    {"", "--part", "lines instructions ledger"},
    {"run", "--format", "text json csv svg html kanata o3 perfetto"},
    {"schedule", "--format", "text json svg html dot"},
    {"disasm", "--format", "text json"},
    {"show", "--format", "text json csv svg html"},
    {"diff", "--format", "text json csv"},
};

/// Empty: anything.
std::string_view values_of(const CLI::App& command, std::string_view option) {
  for (const Choice& choice : kChoices)
    if (choice.option == option && (choice.command.empty() || choice.command == command.get_name()))
      return choice.values;
  return {};
}

/// Text of a man page: backslashes and what would begin a request are kept from meaning something.
std::string roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\''))
      out += "\\&";
    line_begins = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

void append_options(std::string& page, const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    std::string names;
    for (const std::string& word : option->get_snames())
      names += (names.empty() ? "-" : ", -") + word;
    for (const std::string& word : option->get_lnames())
      names += (names.empty() ? "--" : ", --") + word;
    if (names.empty())
      names = option->get_name();
    const std::string type = option->get_type_name();
    page += ".TP\n\\fB" + roff(names) + "\\fR" +
            (type.empty() ? "" : " \\fI" + roff(type) + "\\fR") + "\n" +
            roff(option->get_description()) + "\n";
  }
}

/// The single quotes of a shell's text.
std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

} // namespace

std::string man_page(CLI::App& app) {
  const std::string what = app.get_description(); // behind the name and a colon
  std::string page = ".TH STALLSCOPE 1\n.SH NAME\nstallscope \\- " +
                     roff(what.substr(what.find(": ") + 2)) +
                     "\n.SH SYNOPSIS\n\\fBstallscope\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... "
                     "[\\fIARGUMENT\\fR]...\n.SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app))
    page += ".TP\n\\fB" + roff(command->get_name()) + "\\fR\n" + roff(command->get_description()) +
            "\n";
  page += ".SH OPTIONS\n";
  append_options(page, app);
  for (const CLI::App* command : commands_of(app)) {
    page += ".SH \"STALLSCOPE " + roff(command->get_name()) + "\"\n" +
            roff(command->get_description()) + ".\n";
    append_options(page, *command);
    if (!command->get_footer().empty())
      page += ".PP\n.nf\n" + roff(command->get_footer()) + "\n.fi\n";
  }
  return page + ".SH \"EXIT STATUS\"\n.nf\n" + roff(app.get_footer()) + "\n.fi\n";
}

std::string bash_completion(CLI::App& app) {
  std::string names;
  std::string cases;
  std::string values;
  for (const CLI::App* command : commands_of(app)) {
    names += (names.empty() ? "" : " ") + command->get_name();
    std::string words;
    for (const std::string& word : words_of(*command))
      words += (words.empty() ? "" : " ") + word;
    cases += "    " + command->get_name() + ") options=\"" + words + "\" ;;\n";
    for (const std::string& word : words_of(*command))
      if (const std::string_view known = values_of(*command, word); !known.empty())
        values += "    \"" + command->get_name() + " " + word + "\") words=\"" +
                  std::string(known) + "\" ;;\n";
  }
  return "# Completion of stallscope for bash; made by 'stallscope manual bash'.\n"
         "_stallscope() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command=${COMP_WORDS[1]} options= words=\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         names +
         " --help --version\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "  case \"$command $before\" in\n" +
         values +
         "    *\\ -m|*\\ --machine|*\\ --compare)\n"
         "      words=$(stallscope machines 2>/dev/null | awk '{print $1}') ;;\n"
         "  esac\n"
         "  if [ -n \"$words\" ]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "    [ \"$before\" = -m ] || [ \"$before\" = --machine ] || return\n"
         "  elif [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  COMPREPLY+=($(compgen -f -- \"$word\"))\n"
         "}\n"
         "complete -o filenames -F _stallscope stallscope\n";
}

std::string zsh_completion(CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    commands +=
        "      " + single_quoted(command->get_name() + ":" + command->get_description()) + "\n";
    cases += "    " + command->get_name() + ")\n      _arguments -S \\\n";
    for (const CLI::Option* option : command->get_options()) {
      std::string description = option->get_description();
      for (char& c : description) // which would end it, or begin a message
        c = c == '[' ? '(' : c == ']' ? ')' : c == ':' ? ';' : c == '\n' ? ' ' : c;
      std::vector<std::string> names;
      for (const std::string& word : option->get_lnames())
        names.push_back("--" + word);
      for (const std::string& word : option->get_snames())
        names.push_back("-" + word);
      for (const std::string& word : names) {
        std::string action;
        if (option->get_items_expected_max() > 0) {
          action = ":value:_files";
          if (word == "-m" || word == "--machine" || word == "--compare")
            action = ":machine:_stallscope_machines";
          if (const std::string_view known = values_of(*command, word); !known.empty())
            action = ":value:(" + std::string(known) + ")";
        }
        cases +=
            "        " + single_quoted("*" + word + "[" + description + "]" + action) + " \\\n";
      }
    }
    cases += "        '*:file:_files' ;;\n";
  }
  return "#compdef stallscope\n"
         "# Completion of stallscope for zsh; made by 'stallscope manual zsh'.\n"
         "_stallscope_machines() {\n"
         "  local -a machines\n"
         "  machines=(${(f)\"$(stallscope machines 2>/dev/null | awk '{print $1}')\"})\n"
         "  compadd -a machines\n"
         "  _files\n"
         "}\n"
         "_stallscope() {\n"
         "  if (( CURRENT == 2 )); then\n"
         "    local -a commands\n"
         "    commands=(\n" +
         commands +
         "    )\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT -= 1 ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "_stallscope \"$@\"\n";
}

} // namespace stallscope::cli
