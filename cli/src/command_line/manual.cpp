#include "command_line/manual.hpp"

#include "command_line/command_line_words.hpp"
#include "man_page/man_page.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace stallscope::cli {

using man_page::roff;

std::string man_page_of(CLI::App& app) {
  const std::string what = app.get_description(); // the text after the name and a colon
  std::string page =
      man_page::beginning("stallscope", STALLSCOPE_VERSION, what.substr(what.find(": ") + 2),
                          "\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...") +
      ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app))
    page += man_page::entry(command->get_name(), command->get_description());
  page += ".SH OPTIONS\n" + man_page::options(app);
  for (const CLI::App* command : commands_of(app)) {
    page += ".SH \"STALLSCOPE " + roff(command->get_name()) + "\"\n" +
            man_page::prose(command->get_description() + ".") + man_page::options(*command);
    if (!command->get_footer().empty())
      page += ".PP\n" + man_page::verbatim(command->get_footer());
  }
  return page + ".SH \"EXIT STATUS\"\n" + man_page::verbatim(app.get_footer()) +
         ".SH \"SEE ALSO\"\n\\fBstallscope\\-gui\\fR(1)\n.PP\n" +
         man_page::prose("Experiments, databases, rubrics, JSON and formats of traces are "
                         "described in the files of PREFIX/share/doc/stallscope.");
}

} // namespace stallscope::cli
