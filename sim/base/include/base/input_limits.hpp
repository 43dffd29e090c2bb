#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stallscope {

/// Size limits of untrusted inputs, in bytes unless the comment says otherwise. docs/security.md
/// has a table of them, which a test compares with `kInputLimits`.
struct InputLimits {
  // Programs
  static constexpr std::size_t program = std::size_t{64} << 20; ///< source text or executable
  static constexpr std::uint64_t segments = 4ULL << 30;         ///< of an executable, together
  static constexpr std::uint64_t code = 16ULL << 20;
  static constexpr std::size_t symbol_name = 4096;
  static constexpr std::size_t line_rows = std::size_t{8} << 20; ///< rows of a line table
  static constexpr std::size_t line_file_names = std::size_t{16} << 20;
  static constexpr std::size_t source_lines = 4'000'000;   ///< lines
  static constexpr std::size_t expanded_lines = 4'000'000; ///< lines
  static constexpr std::size_t expanded = std::size_t{64} << 20;
  static constexpr std::size_t macro_depth = 100;   ///< levels
  static constexpr unsigned expression_depth = 200; ///< levels
  static constexpr std::size_t source_file = std::size_t{16} << 20;
  static constexpr std::size_t source_files = 4096; ///< files
  // C that is handed in
  static constexpr std::size_t header = std::size_t{4} << 20;
  static constexpr std::size_t headers = 100; ///< files
  // TOML
  static constexpr std::size_t toml = std::size_t{256} << 10;
  static constexpr std::size_t toml_line = std::size_t{16} << 10;
  static constexpr std::size_t toml_dots = 100; ///< in a line: dotted keys nest tables
  // Inputs and outputs of guests
  static constexpr std::size_t input = std::size_t{1} << 30;
  static constexpr std::size_t input_stream = std::size_t{64} << 20; ///< read before the run
  static constexpr std::size_t expected_output = std::size_t{16} << 20;
  static constexpr std::uint64_t guest_file = 256ULL << 20;
  static constexpr std::uint64_t guest_files_bytes = 1ULL << 30;
  static constexpr std::size_t guest_files = 4096; ///< paths
  // Traces
  static constexpr std::size_t trace_line = std::size_t{1} << 20;
  static constexpr std::size_t trace_label = std::size_t{1} << 16;
  static constexpr std::size_t trace_producers = 1 << 10;        ///< of an operation
  static constexpr std::size_t trace_ops_in_flight = 1 << 20;    ///< operations
  static constexpr std::size_t trace_ops_out_of_order = 1 << 16; ///< operations
  static constexpr std::uint64_t trace_expansion = 1000;         ///< times the size, beyond
  static constexpr std::uint64_t trace_expanded = 256ULL << 20;
  // Others
  static constexpr int database_cell = 256 << 20;
  static constexpr std::size_t settings = std::size_t{64} << 20; ///< of the window, unsaved work
};

/// A row of the table: what is limited, and to what.
struct InputLimit {
  enum class Unit : std::uint8_t { bytes, count };

  std::string_view what;
  std::uint64_t most;
  Unit unit = Unit::bytes;
};

inline constexpr auto kInputLimits = std::to_array<InputLimit>({
    {"a program: source text, or an executable", InputLimits::program},
    {"segments of an executable in memory", InputLimits::segments},
    {"its code", InputLimits::code},
    {"a name of a symbol or source file in it", InputLimits::symbol_name},
    {"rows of its line table", InputLimits::line_rows, InputLimit::Unit::count},
    {"names of files in its line table", InputLimits::line_file_names},
    {"lines of assembly text", InputLimits::source_lines, InputLimit::Unit::count},
    {"lines that macros make", InputLimits::expanded_lines, InputLimit::Unit::count},
    {"text that macros make", InputLimits::expanded},
    {"macros within each other", InputLimits::macro_depth, InputLimit::Unit::count},
    {"parentheses and signs within each other", InputLimits::expression_depth,
     InputLimit::Unit::count},
    {"a source file that an executable or a compiler names", InputLimits::source_file},
    {"source files that an executable names", InputLimits::source_files, InputLimit::Unit::count},
    {"a C file or header that is handed in", InputLimits::header},
    {"headers beside a C file that is handed in", InputLimits::headers, InputLimit::Unit::count},
    {"a machine, experiment or rubric file", InputLimits::toml},
    {"a line of it", InputLimits::toml_line},
    {"dots in a line of it", InputLimits::toml_dots, InputLimit::Unit::count},
    {"standard input of a guest", InputLimits::input},
    {"the same from a pipe, when it is read before the run", InputLimits::input_stream},
    {"an input or expected output that a rubric names", InputLimits::expected_output},
    {"a file a guest opens (`--sandbox`)", InputLimits::guest_file},
    {"all files a guest opens", InputLimits::guest_files_bytes},
    {"paths a guest asks for", InputLimits::guest_files, InputLimit::Unit::count},
    {"a line of a trace", InputLimits::trace_line},
    {"texts of an operation of a trace", InputLimits::trace_label},
    {"producers of an operation of a trace", InputLimits::trace_producers, InputLimit::Unit::count},
    {"operations in flight in a trace (Kanata)", InputLimits::trace_ops_in_flight,
     InputLimit::Unit::count},
    {"operations out of order in a trace (O3PipeView)", InputLimits::trace_ops_out_of_order,
     InputLimit::Unit::count},
    {"times a compressed trace may expand", InputLimits::trace_expansion, InputLimit::Unit::count},
    {"what it expands to in any case", InputLimits::trace_expanded},
    {"a cell of a database", InputLimits::database_cell},
    {"settings and unsaved work of the window", InputLimits::settings},
});

} // namespace stallscope
