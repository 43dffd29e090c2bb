#include "experiment/compiler_words.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace stallscope::sweep {

namespace {

constexpr std::string_view kSmallWord = "abcdefghijklmnopqrstuvwxyz0123456789-";
constexpr std::string_view kValue =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+.";

bool is_of(std::string_view word, std::string_view letters) {
  return !word.empty() && word.find_first_not_of(letters) == std::string_view::npos;
}

/// -f options with a value that are permitted. Values of other -f options can name files, plug-ins
/// and linkers.
constexpr std::array<std::string_view, 11> kValuedF{
    "align-functions",  "align-jumps",     "align-labels", "align-loops",
    "excess-precision", "fp-contract",     "fp-model",     "inline-limit",
    "simd-cost-model",  "vect-cost-model", "visibility"};

/// Prefixes of -f options that concern files or plug-ins, even without a value.
constexpr std::array<std::string_view, 5> kRefusedF{"plugin", "pass-plugin", "dump", "modules",
                                                    "profile"};

constexpr std::array<std::string_view, 12> kWhole{
    "-w",        "-ansi",         "-pedantic",      "-pedantic-errors", "-static", "-pthread",
    "-nostdlib", "-nostartfiles", "-nodefaultlibs", "-nostdinc",        "-Ofast",  "-s"};

bool is_harmless_f(std::string_view option) {
  if (option.starts_with("no-"))
    option.remove_prefix(3);
  const std::size_t equals = option.find('=');
  const std::string_view name = option.substr(0, equals);
  if (equals != std::string_view::npos)
    return std::find(kValuedF.begin(), kValuedF.end(), name) != kValuedF.end() &&
           is_of(option.substr(equals + 1), kValue);
  return is_of(name, kSmallWord) &&
         std::none_of(kRefusedF.begin(), kRefusedF.end(),
                      [name](std::string_view begin) { return name.starts_with(begin); });
}

/// "name", or "name=value" without a '/' or ','.
bool is_word_or_setting(std::string_view option) {
  const std::size_t equals = option.find('=');
  return is_of(option.substr(0, equals), kSmallWord) &&
         (equals == std::string_view::npos || is_of(option.substr(equals + 1), kValue));
}

/// A folder within the file's own folder, or of installed software; compilers of submissions get
/// access to it.
bool is_harmless_folder(std::string_view folder) {
  if (folder.starts_with('/') && !folder.starts_with("/usr/") && !folder.starts_with("/opt/"))
    return false;
  return !folder.empty() && ('/' + std::string(folder) + '/').find("/../") == std::string::npos;
}

} // namespace

bool is_harmless_compiler(std::string_view name) {
  return name.find('/') == std::string_view::npos;
}

bool is_harmless_flag(std::string_view flag) {
  if (std::find(kWhole.begin(), kWhole.end(), flag) != kWhole.end())
    return true;
  const auto behind = [flag](std::string_view begin) {
    return flag.size() > begin.size() && flag.starts_with(begin) ? flag.substr(begin.size())
                                                                 : std::string_view();
  };
  if (const std::string_view option = behind("-f"); !option.empty())
    return is_harmless_f(option);
  if (const std::string_view option = behind("-m"); !option.empty())
    return !option.starts_with("llvm") && is_word_or_setting(option);
  if (const std::string_view option = behind("-W"); !option.empty())
    return is_word_or_setting(option);
  if (const std::string_view option = behind("--param="); !option.empty())
    return is_word_or_setting(option);
  if (const std::string_view option = behind("-std="); !option.empty())
    return is_of(option, "abcdefghijklmnopqrstuvwxyz0123456789:+");
  if (const std::string_view option = behind("-O"); !option.empty())
    return is_of(option, "0123sgz") && option.size() == 1;
  if (flag == "-O" || flag == "-g")
    return true;
  if (const std::string_view option = behind("-g"); !option.empty())
    return is_of(option, "0123456789") || option == "gdb" ||
           (option.starts_with("dwarf") && is_of(option, kSmallWord));
  return !behind("-D").empty() || !behind("-U").empty() || is_harmless_folder(behind("-I")) ||
         is_harmless_folder(behind("-L")) || is_of(behind("-l"), kValue);
}

} // namespace stallscope::sweep
