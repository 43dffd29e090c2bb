#include "manual.hpp"

#include "command_line_words.hpp"
#include "console.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

namespace {

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

/// A paragraph, in lines as short as the formatters like them.
std::string prose(const std::string& text) {
  constexpr unsigned kColumns = 72; // what is escaped gets longer
  return roff(wrapped("", text, kColumns));
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
            prose(option->get_description());
  }
}

} // namespace

std::string man_page(CLI::App& app) {
  const std::string what = app.get_description(); // behind the name and a colon
  std::string page = ".TH STALLSCOPE 1 \"\" \"stallscope " STALLSCOPE_VERSION
                     "\" \"User Commands\"\n.SH NAME\nstallscope \\- " +
                     roff(what.substr(what.find(": ") + 2)) +
                     "\n.SH SYNOPSIS\n\\fBstallscope\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... "
                     "[\\fIARGUMENT\\fR]...\n.SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app))
    page += ".TP\n\\fB" + roff(command->get_name()) + "\\fR\n" + prose(command->get_description());
  page += ".SH OPTIONS\n";
  append_options(page, app);
  for (const CLI::App* command : commands_of(app)) {
    page += ".SH \"STALLSCOPE " + roff(command->get_name()) + "\"\n" +
            prose(command->get_description() + ".");
    append_options(page, *command);
    if (!command->get_footer().empty())
      page += ".PP\n.nf\n" + roff(command->get_footer()) + "\n.fi\n";
  }
  return page + ".SH \"EXIT STATUS\"\n.nf\n" + roff(app.get_footer()) +
         "\n.fi\n.SH \"SEE ALSO\"\n" +
         prose("Experiments, databases, rubrics, JSON and formats of traces are described in the "
               "files of PREFIX/share/doc/stallscope.");
}

} // namespace stallscope::cli
