#pragma once

#include "base/child_process.hpp"
#include "base/input_limits.hpp"
#include "base/platform/scratch_folder.hpp"
#include "driver.hpp"
#include "functions.hpp"
#include "isa/compile_c.hpp"
#include "toolchain.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::isa {

/// C and .S files: they need preprocessing.
[[nodiscard]] bool is_preprocessed(const std::string& file);
[[nodiscard]] std::string content_of_file(const std::string& path);

/// Names the linker did not find: functions, and libraries as "-lm". Empty if there is another
/// problem or none.
[[nodiscard]] std::vector<std::string> names_not_found(std::string_view messages);
/// Text appended to the compiler messages, so that it is stored in the cache: the library is linked
/// for these names.
[[nodiscard]] std::string with_library_for(const std::vector<std::string>& names);
/// The names in that text; empty: the program is linked without the library.
[[nodiscard]] std::string library_is_for(std::string_view messages);

/// Builds a program from C files step by step: compile_c.cpp. The called function is chosen in
/// choose_call.cpp, compilers and linkers run in build_program.cpp.
class Compilation {
public:
  /// Limit for printed output and for generated files.
  static constexpr std::uint64_t kMostOutputBytes = InputLimits::compiled;

  Compilation(const std::string& file, const COptions& options);
  [[nodiscard]] Result<CompiledC> compile();

private:
  [[nodiscard]] std::optional<Diagnostic> check_files() const;
  [[nodiscard]] std::optional<Diagnostic> move_in();
  [[nodiscard]] Result<std::string> preprocess();
  [[nodiscard]] Diagnostics choose_call(const std::string& preprocessed);
  [[nodiscard]] std::optional<Diagnostic> declared_in_parameters() const;
  [[nodiscard]] Diagnostics call_as_said(const std::vector<CFunction>& functions, bool has_main);
  [[nodiscard]] Diagnostics call_with_zeros(const std::vector<CFunction>& functions, bool has_main);
  [[nodiscard]] Diagnostic not_one_function(const std::vector<CFunction>& functions,
                                            const std::vector<CFunction>& callable) const;
  [[nodiscard]] std::string note_of_zeros() const;
  [[nodiscard]] bool may_be_cached(const std::string& preprocessed) const;
  [[nodiscard]] std::string key_of(const std::string& preprocessed) const;
  [[nodiscard]] Diagnostics build();
  [[nodiscard]] Diagnostics build_foreign();
  [[nodiscard]] Diagnostics translate_foreign(const std::string& source);
  [[nodiscard]] Result<std::string> preprocess_foreign(std::vector<std::string> words,
                                                       const std::string& source);
  [[nodiscard]] Diagnostics make_driver(bool as_main);
  [[nodiscard]] Diagnostics make_support();
  [[nodiscard]] std::vector<std::string> without_library() const;
  /// The program does not fit the memory of the linker script.
  [[nodiscard]] static bool does_not_fit(const ChildOutput& output);
  [[nodiscard]] static std::vector<std::string> with_called_only(std::vector<std::string> words);
  [[nodiscard]] std::vector<std::string> options_of_source() const;
  [[nodiscard]] std::vector<std::string> inputs() const;
  [[nodiscard]] std::vector<std::string> libraries(bool alone) const;
  [[nodiscard]] ChildOutput run(std::vector<std::string> words);
  [[nodiscard]] Diagnostics failure(const ChildOutput& output);
  [[nodiscard]] Diagnostics readable(std::string_view messages) const;
  [[nodiscard]] Result<CompiledC> finished(std::string elf, const std::string& messages,
                                           bool cached) const;

  std::string shown_name_;
  const COptions& options_;
  std::vector<std::string> files_;
  Toolchain tools_;
  ScratchFolder temporary_;
  std::string folder_; ///< folder of a copied submission; empty: files are used in place
  std::optional<CallText> call_;
  CFunction called_;
  std::string members_;         ///< C text with the positions of the members of its results
  std::size_t caller_ = 0;      ///< index of the file the call is appended to
  bool calls_main_too_ = false; ///< a main that is not called conflicts with the driver's
  std::string note_;
  std::string messages_;
  std::string library_for_; ///< from with_library_for, for a call that needs the library
};

} // namespace stallscope::isa
