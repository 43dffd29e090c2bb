// The texts of --call, and C that is looked through for functions.
#include "base/check.hpp"
#include "c/call_text.hpp"
#include "c/driver.hpp"
#include "c/foreign.hpp"
#include "c/functions.hpp"
#include "c/struct_members.hpp"
#include "c/toolchain.hpp"
#include "isa/compile_c.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace stallscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto call = isa::parse_call(text);
  if (call) {
    STALLSCOPE_CHECK(!call->function.empty(), "a call of nothing");
    isa::CFunction function;
    function.name = call->function;
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      function.parameters.push_back(isa::parameter_of({{"int"}, {"*"}, {"a"}}, {}));
    STALLSCOPE_CHECK(isa::driver_text(*call, function, false).ok(), "a call without a driver");
  } else {
    const Diagnostic& d = call.diagnostics().front();
    STALLSCOPE_CHECK(d.column >= 1 && d.column <= size + 1, "a problem outside the text");
  }
  const isa::CSource source = isa::read_c(text);
  for (const isa::CFunction& f : source.functions) {
    STALLSCOPE_CHECK(!f.name.empty(), "a function without a name");
    const isa::CallText zeros = isa::call_with_zeros(f);
    (void)isa::driver_text(zeros, f, false);
    (void)isa::members_text(source.structures.at(f.unit), zeros, f);
  }
  (void)isa::compiler_diagnostics(text);
  // What is refused in one line is refused among others.
  const bool refused = isa::reads_files(text, "x.c").has_value();
  STALLSCOPE_CHECK(!refused || isa::reads_files("\tret\n" + std::string(text) + "\n\tret\n", "x.c"),
                   "lines in front or behind let a directive through");
  for (const std::string& name : isa::files_of_rule(text))
    STALLSCOPE_CHECK(!name.empty(), "a file without a name");
  for (const std::string& name : isa::files_of_listing(text))
    STALLSCOPE_CHECK(!name.empty(), "a file without a name");
  (void)isa::loads_state(text, "x.c");
  (void)isa::march_for_compilers(text);
  return 0;
}
