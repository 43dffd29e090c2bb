#include "model/editor/c_compiler.hpp"

#include "model/files/settings.hpp"
#include "problem.hpp"

#include <filesystem>
#include <utility>

namespace stallscope::gui {

namespace {

Compiled compiled(const std::string& source, const isa::COptions& options,
                  const std::string& file) {
  Result<isa::CompiledC> made = isa::compile_c(source, options);
  Compiled result{{}, made.diagnostics()};
  if (!made)
    return result;
  if (const std::string why = write_whole_file(file, made->elf); why.empty())
    result.file = file;
  else
    result.said.push_back(problem(file, why));
  return result;
}

} // namespace

std::shared_ptr<Task> compile(Worker& worker, const std::string& source, isa::COptions options,
                              const std::string& folder, std::function<void(Compiled)> done) {
  const std::string file =
      (std::filesystem::path(folder) / std::filesystem::path(source).stem()).string() + ".elf";
  return worker.start(
      [source, options = std::move(options), file, done = std::move(done)](Task& task) mutable {
        options.go_on = [&task](double) { return !task.cancelled(); };
        task.post([done, result = compiled(source, options, file)] { done(result); });
      });
}

} // namespace stallscope::gui
