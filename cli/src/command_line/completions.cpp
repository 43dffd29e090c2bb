#include "command_line/command_line_words.hpp"
#include "command_line/manual.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

// Shell completions, generated from the definitions of the commands.
namespace stallscope::cli {

namespace {

/// Names of an option such as "--format", "-o"; none for a positional argument.
std::vector<std::string> words_of(const CLI::Option& option) {
  std::vector<std::string> words;
  for (const std::string& name : option.get_lnames())
    words.push_back("--" + name);
  for (const std::string& name : option.get_snames())
    words.push_back("-" + name);
  return words;
}

/// Placeholders for names listed by the program itself, in addition to files.
constexpr std::string_view kMachines = "@machines";
constexpr std::string_view kPrograms = "@programs";
/// Placeholder for the settings (--set) of the machine on the command line.
constexpr std::string_view kSettings = "@settings";

/// Fixed values of an option or a positional argument.
struct Choice {
  std::string_view command; ///< empty: every command that has the option
  std::string_view option;
  std::string_view values; ///< words separated by blanks, or a placeholder
};
constexpr Choice kChoices[] = {
    {"", "--color", "auto always never"},
    {"", "--unicode", "auto always never"},
    {"", "--isa", "tac mips riscv x86"},
    {"", "--xlen", "32 64"},
    {"", "--platform", "bare-metal linux"},
    {"", "--from", "kanata o3"},
    {"", "--to", "kanata o3 perfetto jsonl"},
    {"", "--part", "lines instructions ledger"},
    {"", "-m", kMachines},
    {"", "--machine", kMachines},
    {"", "--compare", kMachines},
    {"", "--against", kPrograms},
    {"", "--set", kSettings},
    {"", "PROGRAM", kPrograms},
    {"run", "--format", "text json csv svg html markdown latex kanata o3 perfetto jsonl"},
    {"schedule", "--format", "text json svg html dot"},
    {"disasm", "--format", "text json"},
    {"whatif", "--format", "text json"},
    {"show", "--format", "text json csv svg html"},
    {"diff", "--format", "text json csv"},
    {"export", "--format", "csv jsonl"},
    {"diff", "A", kPrograms},
    {"diff", "B", kPrograms},
    {"machines", "NAME", kMachines},
    {"programs", "NAME", kPrograms},
    {"manual", "KIND", "man bash zsh"},
};

/// The values of an option; empty: unrestricted.
std::string_view values_of(const CLI::App& command, std::string_view option) {
  for (const Choice& choice : kChoices)
    if (choice.option == option && (choice.command.empty() || choice.command == command.get_name()))
      return choice.values;
  return {};
}

bool is_list(std::string_view values) {
  return values == kMachines || values == kPrograms;
}

/// Quotes a text with single quotes for a shell.
std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// Shell function that prints the names listed by 'stallscope machines' or 'stallscope programs'.
constexpr std::string_view kNamesFunction =
    "_stallscope_names() {\n"
    "  stallscope \"$1\" 2>/dev/null | awk '/^  [^ ]/ {print $1}'\n"
    "}\n";

/// Shell functions: the machine on a command line ($1: the command, followed by its words), the
/// keys of its settings that continue a prefix ($2) up to the next dot, and the values of a key
/// ($2).
constexpr std::string_view kSettingsFunctions =
    "_stallscope_machine() {\n"
    "  local machine= before=$1\n"
    "  [ \"$1\" != machines ] || machine=$2\n"
    "  for word in \"$@\"; do\n"
    "    case $before in -m|--machine) machine=$word ;; esac\n"
    "    before=$word\n"
    "  done\n"
    "  echo \"${machine:-mips-5}\"\n"
    "}\n"
    "_stallscope_keys() {\n"
    "  stallscope machines \"$1\" --settings 2>/dev/null | awk -v begun=\"$2\" '\n"
    "    index($0, begun) == 1 {\n"
    "      sub(/=.*/, \"\"); rest = substr($0, length(begun) + 1); dot = index(rest, \".\")\n"
    "      print begun (dot ? substr(rest, 1, dot) : rest \"=\")\n"
    "    }' | sort -u\n"
    "}\n"
    "_stallscope_values() {\n"
    "  stallscope machines \"$1\" --settings 2>/dev/null | awk -v key=\"$2=\" '\n"
    "    index($0, key) == 1 {\n"
    "      value = substr($0, length(key) + 1)\n"
    "      if (value ~ /# one of /) { sub(/.*# one of /, \"\", value); gsub(/,/, \"\", value) }\n"
    "      else if (value ~ /^(true|false)$/) value = \"true false\"\n"
    "      else if (value !~ /^[0-9]+$/) value = \"\"\n"
    "      print value\n"
    "    }'\n"
    "}\n";

/// Sets the completion words, and whether files are completed as well.
std::string bash_words(std::string_view values) {
  return is_list(values)
             ? "words=$(_stallscope_names " + std::string(values.substr(1)) + ") files=yes"
             : "words=\"" + std::string(values) + "\"";
}

/// The zsh completion action for values of `word`.
std::string zsh_action(const CLI::App& command, std::string_view word) {
  const std::string_view values = values_of(command, word);
  if (is_list(values) || values == kSettings)
    return ":" + std::string(values.substr(1)) + ":_stallscope_" + std::string(values.substr(1));
  return values.empty() ? ":value:_files" : ":value:(" + std::string(values) + ")";
}

/// The options and positional arguments of a command, in the format of zsh's _arguments.
std::string zsh_arguments(const CLI::App& command) {
  std::string out;
  unsigned position = 0;
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string> words = words_of(*option);
    if (words.empty())
      out += "        " +
             single_quoted(std::to_string(++position) + zsh_action(command, option->get_name())) +
             " \\\n";
    std::string description = option->get_description();
    for (char& c : description) // characters with a meaning in zsh descriptions
      c = c == '[' ? '(' : c == ']' ? ')' : c == ':' ? ';' : c == '\n' ? ' ' : c;
    for (const std::string& word : words) {
      const std::string action =
          option->get_items_expected_max() > 0 ? zsh_action(command, word) : "";
      out += fmt::format("        {} \\\n",
                         single_quoted(fmt::format("*{}[{}]{}", word, description, action)));
    }
  }
  return out;
}

/// Parts of the completion for bash: lines of its `case` statements.
struct BashParts {
  std::string names;      ///< names of commands
  std::string options;    ///< options of each command
  std::string values;     ///< values of options with known values
  std::string others;     ///< options with files or arbitrary values, as one pattern
  std::string positional; ///< known values of positional arguments
};

void add_options(BashParts& parts, const CLI::App& command) {
  const std::string& name = command.get_name();
  parts.options += "    " + name + ") options=\"";
  bool knows_positional = false;
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string> words = words_of(*option);
    for (const std::string& word : words) {
      parts.options += word + " ";
      const std::string_view known = values_of(command, word);
      if (known == kSettings) // settings take two words, and their case precedes all others
        continue;
      if (!known.empty())
        parts.values += fmt::format("    \"{} {}\") {} ;;\n", name, word, bash_words(known));
      else if (option->get_items_expected_max() > 0)
        parts.others += fmt::format("{}\"{} {}\"", parts.others.empty() ? "    " : "|", name, word);
    }
    if (!words.empty() || knows_positional)
      continue;
    if (const std::string_view known = values_of(command, option->get_name()); !known.empty()) {
      parts.positional += "    " + name + ") " + bash_words(known) + " ;;\n";
      knows_positional = true;
    }
  }
  parts.options += "\" ;;\n";
}

} // namespace

std::string bash_completion(CLI::App& app) {
  BashParts parts;
  for (const CLI::App* command : commands_of(app)) {
    parts.names += command->get_name() + " ";
    add_options(parts, *command);
  }
  return "# Completion of stallscope for bash; made by 'stallscope manual bash'.\n" +
         std::string(kNamesFunction) + std::string(kSettingsFunctions) +
         // bash splits KEY=VALUE into three words.
         "_stallscope_settings() {\n"
         "  local machine key=${COMP_WORDS[COMP_CWORD-1]} word=${COMP_WORDS[COMP_CWORD]}\n"
         "  machine=$(_stallscope_machine \"${COMP_WORDS[@]:1}\")\n"
         "  compopt +o filenames 2>/dev/null\n"
         "  if [ \"$key\" = --set ]; then\n"
         "    compopt -o nospace 2>/dev/null\n"
         "    COMPREPLY=($(_stallscope_keys \"$machine\" \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  if [ \"$word\" = = ]; then word=; else key=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  COMPREPLY=($(compgen -W \"$(_stallscope_values \"$machine\" \"$key\")\" -- "
         "\"$word\"))\n"
         "}\n"
         "_stallscope() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command=${COMP_WORDS[1]} options= words= files=\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"" +
         parts.names +
         "--help --version\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"${COMP_WORDS[COMP_CWORD-2]} $before $word\" in\n"
         "    *' --set '*|'--set '*' ='|*' = '*) _stallscope_settings; return ;;\n"
         "  esac\n"
         "  case $command in\n" +
         parts.options +
         "  esac\n"
         "  case \"$command $before\" in\n" +
         parts.values + parts.others +
         ") files=yes ;;\n"
         "  esac\n"
         "  if [[ -z $words$files && $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  if [ -z \"$words$files\" ]; then\n"
         "    files=yes\n"
         "    case $command in\n" +
         parts.positional +
         "    esac\n"
         "  fi\n"
         "  [ -z \"$words\" ] || COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  [ -z \"$files\" ] || COMPREPLY+=($(compgen -f -- \"$word\"))\n"
         "}\n"
         "complete -o filenames -F _stallscope stallscope\n";
}

std::string zsh_completion(CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    commands +=
        "      " + single_quoted(command->get_name() + ":" + command->get_description()) + "\n";
    cases += "    " + command->get_name() + ")\n      _arguments -S \\\n" +
             zsh_arguments(*command) + "        '*:file:_files' ;;\n";
  }
  std::string lists;
  for (const std::string_view list : {kMachines.substr(1), kPrograms.substr(1)})
    lists += "_stallscope_" + std::string(list) +
             "() {\n"
             "  local -a names\n"
             "  names=(${(f)\"$(_stallscope_names " +
             std::string(list) +
             ")\"})\n"
             "  compadd -a names\n"
             "  _files\n"
             "}\n";
  return "#compdef stallscope\n"
         "# Completion of stallscope for zsh; made by 'stallscope manual zsh'.\n" +
         std::string(kNamesFunction) + std::string(kSettingsFunctions) +
         "_stallscope_settings() {\n"
         "  local machine=$(_stallscope_machine $words)\n"
         "  if compset -P '*='; then\n"
         "    compadd -- $(_stallscope_values $machine ${${IPREFIX%=}#--set=})\n"
         "  else\n"
         "    compadd -S '' -- $(_stallscope_keys $machine $PREFIX)\n"
         "  fi\n"
         "}\n" +
         lists +
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
