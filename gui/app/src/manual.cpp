#include "manual.hpp"

#include "man_page/man_page.hpp"
#include "options.hpp"
#include "view/window/interface.hpp"

#include <fmt/format.h>

#include <imgui.h>

namespace stallscope::gui {

namespace {

/// Replaces characters that a terminal or a printer may lack by words.
std::string plain(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"→", "Right"}, {"←", "Left"}, {"↑", "Up"}, {"↓", "Down"}, {"×", "x"},
      {"−", "-"},     {" …", ""},    {"…", ""},   {" ...", ""}};
  for (const auto& [sign, word] : kWords)
    for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at))
      text.replace(at, sign.size(), word);
  return text;
}

std::string keys() {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  std::string page;
  {
    Comparison runs(Threads::none);
    Interface interface(runs, Threads::none);
    for (const Command& command : interface.commands())
      if (!command.keys.empty())
        page += man_page::entry(plain(command.keys), plain(command.title));
  }
  ImGui::DestroyContext();
  return page;
}

} // namespace

std::string manual() {
  using man_page::prose;
  return man_page::beginning("stallscope-gui", STALLSCOPE_VERSION,
                             "two pipeline simulations side by side, cycle by cycle",
                             "[\\fIOPTION\\fR]... [\\fIPROGRAM\\fR]") +
         ".SH DESCRIPTION\n" +
         prose("Opens a window on a program and a machine, or on two of them, and steps forwards "
               "and backwards through their cycles: which instruction is in which stage, which one "
               "is held, for which register, and because of whom. Without a program it shows what "
               "was open last, or the lecture's example before and after scheduling.") +
         ".PP\n" +
         prose("With --screenshot, --gif, --series or --export it writes what the window would "
               "show to a file and ends, without a display.") +
         ".SH OPTIONS\n" + option_entries() + ".SH KEYS\n" +
         prose("Others stand beside what they do; ? shows all.") + keys() + ".SH EXAMPLES\n" +
         man_page::verbatim(kExamples) + ".SH FILES\n" +
         man_page::entry("$XDG_CONFIG_HOME/stallscope, ~/.config/stallscope",
                         "What is remembered from one session to the next.") +
         man_page::entry("$XDG_STATE_HOME/stallscope, ~/.local/state/stallscope",
                         "Text that was not saved when the window was closed or the computer "
                         "went off.") +
         ".SH \"EXIT STATUS\"\n" + man_page::entry("0", "Done.") +
         man_page::entry("2", "Bad input: program, machine, command line, or no display to open "
                              "a window on.") +
         man_page::entry("70", "An error of Stallscope itself.") +
         ".SH \"SEE ALSO\"\n\\fBstallscope\\fR(1)\n";
}

} // namespace stallscope::gui
