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
  static constexpr std::uint64_t segments = 4ULL << 30;         ///< all segments of an executable
                                                                ///< together
  static constexpr std::uint64_t code = 16ULL << 20;
  static constexpr std::size_t symbol_name = 4096;
  static constexpr std::size_t line_rows = std::size_t{8} << 20; ///< rows of a line table
  static constexpr std::size_t line_file_names = std::size_t{16} << 20;
  static constexpr std::uint64_t line_entries = 1 << 20; ///< folders, or files, of a compilation
                                                         ///< unit
  static constexpr std::uint64_t signature = 256ULL << 20;
  static constexpr std::size_t source_lines = 4'000'000;   ///< lines
  static constexpr std::size_t expanded_lines = 4'000'000; ///< lines
  static constexpr std::size_t expanded = std::size_t{64} << 20;
  static constexpr std::size_t macro_depth = 100;           ///< levels
  static constexpr unsigned expression_depth = 200;         ///< levels
  static constexpr std::size_t condition_depth = 1000;      ///< levels of .if
  static constexpr std::size_t text_instructions = 1 << 20; ///< instructions
  static constexpr std::size_t tac_instructions = 1 << 22;  ///< instructions
  static constexpr std::uint64_t text_code = 16ULL << 20;
  static constexpr std::uint64_t text_section = 64ULL << 20; ///< each section except .text
  static constexpr std::size_t source_file = std::size_t{16} << 20;
  static constexpr std::size_t source_files = 4096; ///< files
  // C files and headers given by the user
  static constexpr std::size_t header = std::size_t{4} << 20;
  static constexpr std::size_t headers = 100; ///< files
  // output of a C compiler, and calls (`--call`)
  static constexpr std::uint64_t compiled = 512ULL << 20;
  static constexpr std::size_t call = std::size_t{1} << 20;
  static constexpr std::uint64_t call_elements = 1 << 20; ///< elements of all lists
  static constexpr unsigned call_depth = 8;               ///< levels
  static constexpr std::uint64_t call_results = 64ULL << 20;
  // TOML
  static constexpr std::size_t toml = std::size_t{256} << 10;
  static constexpr std::size_t toml_line = std::size_t{16} << 10;
  static constexpr std::size_t toml_dots = 100; ///< maximum number of dots in a line: dotted keys
                                                ///< nest tables
  // Experiments
  static constexpr std::size_t formula = 4096;
  static constexpr int formula_depth = 100;           ///< levels
  static constexpr std::size_t axis_values = 100'000; ///< values of an axis; combinations of a
                                                      ///< machine
  static constexpr std::uint64_t variants = 1'000'000;
  static constexpr std::uint64_t points = 10'000'000;
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
  static constexpr std::size_t trace_producers = 1 << 10;        ///< producers of an operation
  static constexpr std::size_t trace_ops_in_flight = 1 << 20;    ///< operations
  static constexpr std::size_t trace_ops_out_of_order = 1 << 16; ///< operations
  /// Maximum ratio of expanded to compressed size of a trace that expands to more than
  /// `trace_expanded` bytes.
  static constexpr std::uint64_t trace_expansion = 1000;
  static constexpr std::uint64_t trace_expanded = 256ULL << 20;
  // Graphs and models in ONNX
  static constexpr std::size_t graph_text = std::size_t{4} << 20;
  static constexpr std::size_t graph_statements = 1'000'000; ///< repetitions and calls counted
  static constexpr unsigned graph_depth = 200;               ///< levels
  static constexpr unsigned rule_depth = 20;                 ///< levels
  static constexpr std::size_t graph_nodes = 200'000;        ///< operators
  static constexpr std::int64_t tensor_elements = 1LL << 26; ///< elements
  static constexpr std::int64_t graph_elements = 1LL << 27; ///< elements: of results, or of sources
  static constexpr std::uint64_t graph_flop = 1ULL << 40;   ///< operations
  static constexpr std::size_t graph_file = std::size_t{256} << 20;
  static constexpr std::size_t graph_files_bytes = std::size_t{1} << 30;
  static constexpr std::size_t onnx = std::size_t{1} << 30;
  static constexpr std::size_t onnx_messages = 1 << 21; ///< nodes, attributes, tensors, ...
  // Plans and measured traces of training
  static constexpr std::uint32_t plan_devices = 1 << 14;         ///< devices
  static constexpr std::uint32_t plan_stages = 65'000;           ///< stages
  static constexpr std::uint32_t plan_micro_batches = 1'000'000; ///< micro-batches
  static constexpr std::uint64_t plan_operations = 64'000'000;   ///< operations
  static constexpr std::uint64_t cluster_devices = 1'000'000;    ///< devices
  static constexpr std::size_t order_file = std::size_t{64} << 20;
  static constexpr std::size_t measured_trace = std::size_t{1} << 30;
  static constexpr std::size_t measured_events = 1 << 23;  ///< events
  static constexpr std::size_t measured_devices = 1 << 14; ///< devices
  static constexpr std::size_t measured_depth = 200;       ///< levels
  // Others
  static constexpr int database_cell = 256 << 20;
  static constexpr std::size_t database_members = 4096; ///< parameters, accounts and counts
  static constexpr std::size_t database_depth = 32;     ///< levels
  static constexpr std::size_t database_name = 4096;
  static constexpr std::size_t hand_in_table = std::size_t{4} << 20;
  static constexpr std::size_t findings = std::size_t{256} << 20; ///< output of a confined process
  static constexpr std::size_t row = std::size_t{64} << 20;       ///< a row of a sweep
  static constexpr std::size_t scene = std::size_t{256} << 10;    ///< a scene in a link to the page
  static constexpr std::size_t settings = std::size_t{64} << 20;  ///< settings of the window,
                                                                  ///< unsaved work
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
    {"folders, and files, of a unit of its line table", InputLimits::line_entries,
     InputLimit::Unit::count},
    {"its signature (`--signature`)", InputLimits::signature},
    {"lines of assembly text", InputLimits::source_lines, InputLimit::Unit::count},
    {"lines that macros make", InputLimits::expanded_lines, InputLimit::Unit::count},
    {"text that macros make", InputLimits::expanded},
    {"macros within each other", InputLimits::macro_depth, InputLimit::Unit::count},
    {"parentheses and signs within each other", InputLimits::expression_depth,
     InputLimit::Unit::count},
    {"conditions within each other", InputLimits::condition_depth, InputLimit::Unit::count},
    {"instructions of assembly text", InputLimits::text_instructions, InputLimit::Unit::count},
    {"instructions of three-address code", InputLimits::tac_instructions, InputLimit::Unit::count},
    {"code of assembly text", InputLimits::text_code},
    {"any other section of it", InputLimits::text_section},
    {"a source file that an executable or a compiler names", InputLimits::source_file},
    {"source files that an executable names", InputLimits::source_files, InputLimit::Unit::count},
    {"a C file or header that is handed in", InputLimits::header},
    {"headers beside a C file that is handed in", InputLimits::headers, InputLimit::Unit::count},
    {"what a compiler prints, and what it makes", InputLimits::compiled},
    {"a call (`--call`)", InputLimits::call},
    {"elements of its lists", InputLimits::call_elements, InputLimit::Unit::count},
    {"lists within each other in it", InputLimits::call_depth, InputLimit::Unit::count},
    {"an array that is shown behind it", InputLimits::call_results},
    {"a machine, experiment, rubric, plan, model or cluster file, rules and times of a graph",
     InputLimits::toml},
    {"a line of it", InputLimits::toml_line},
    {"dots in a line of it", InputLimits::toml_dots, InputLimit::Unit::count},
    {"a formula of an experiment", InputLimits::formula},
    {"parentheses and signs within each other in it", InputLimits::formula_depth,
     InputLimit::Unit::count},
    {"values of an axis of an experiment, combinations of a machine's own",
     InputLimits::axis_values, InputLimit::Unit::count},
    {"machines that the axes of an experiment make", InputLimits::variants,
     InputLimit::Unit::count},
    {"points of an experiment", InputLimits::points, InputLimit::Unit::count},
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
    {"a graph as text", InputLimits::graph_text},
    {"its statements, with each repetition and call", InputLimits::graph_statements,
     InputLimit::Unit::count},
    {"blocks, calls, parentheses and signs within each other in it", InputLimits::graph_depth,
     InputLimit::Unit::count},
    {"operators within each other in a rule", InputLimits::rule_depth, InputLimit::Unit::count},
    {"operators of a graph", InputLimits::graph_nodes, InputLimit::Unit::count},
    {"elements of a tensor", InputLimits::tensor_elements, InputLimit::Unit::count},
    {"elements of all sources of a graph, and of all its results", InputLimits::graph_elements,
     InputLimit::Unit::count},
    {"floating-point operations of all its results", InputLimits::graph_flop,
     InputLimit::Unit::count},
    {"a file that a graph or an ONNX model names", InputLimits::graph_file},
    {"all files that it names", InputLimits::graph_files_bytes},
    {"an ONNX model", InputLimits::onnx},
    {"its nodes, attributes, tensors, shapes and their parts", InputLimits::onnx_messages,
     InputLimit::Unit::count},
    {"devices of a plan", InputLimits::plan_devices, InputLimit::Unit::count},
    {"stages of a plan", InputLimits::plan_stages, InputLimit::Unit::count},
    {"micro-batches of a plan", InputLimits::plan_micro_batches, InputLimit::Unit::count},
    {"operations of a plan", InputLimits::plan_operations, InputLimit::Unit::count},
    {"devices of a cluster file", InputLimits::cluster_devices, InputLimit::Unit::count},
    {"a file of orders (`train --order`)", InputLimits::order_file},
    {"a measured trace, also unpacked", InputLimits::measured_trace},
    {"its events", InputLimits::measured_events, InputLimit::Unit::count},
    {"its devices", InputLimits::measured_devices, InputLimit::Unit::count},
    {"objects and arrays within each other in it", InputLimits::measured_depth,
     InputLimit::Unit::count},
    {"a cell of a database", InputLimits::database_cell},
    {"different parameters, accounts and counts of its rows", InputLimits::database_members,
     InputLimit::Unit::count},
    {"objects and lists within each other in a cell", InputLimits::database_depth,
     InputLimit::Unit::count},
    {"names within each other in it, together", InputLimits::database_name},
    {"a table of cycles that is handed in", InputLimits::hand_in_table},
    {"what a confined process of `grade` answers", InputLimits::findings},
    {"a row that one of `sweep` answers", InputLimits::row},
    {"a link of the page, unfolded", InputLimits::scene},
    {"settings and unsaved work of the window", InputLimits::settings},
});

} // namespace stallscope
