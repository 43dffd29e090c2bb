#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stallscope::programs {

/// A guest program built into Stallscope, so that examples run from any folder.
struct ShippedProgram {
  std::string_view name; ///< "lecture/p4"
  std::string_view file; ///< "lecture/p4.mips": the ending tells the notation
  std::string_view text;
};

/// All of them, in the order of their folders and names.
[[nodiscard]] const std::vector<ShippedProgram>& shipped();

/// By name or file name; nullptr when there is none.
[[nodiscard]] const ShippedProgram* find_shipped(std::string_view name);

/// PREFIX/share/stallscope of the running program PREFIX/bin/..., which holds what is too large to
/// be built in (executables, experiments); empty where it is not installed.
[[nodiscard]] std::string installed_folder();

/// The file of that folder with such a name, "programs/kernels/bin/rv64gc-linux/json.elf"; empty
/// when there is none.
[[nodiscard]] std::string installed_file(const std::string& name);

/// The file that a name means: itself where there is one, else an installed one, else the name.
[[nodiscard]] std::string file_called(const std::string& name);

/// What the header comment of a program says, without comment marks; the first line is its title.
[[nodiscard]] std::vector<std::string_view> header_lines(const ShippedProgram& program);

} // namespace stallscope::programs
