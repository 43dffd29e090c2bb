#include "grading/compiler_files.hpp"

#include "base/child_process.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace stallscope::sweep {

namespace {

namespace fs = std::filesystem;

/// System folders according to the Filesystem Hierarchy Standard, and of Nix and Guix.
std::vector<std::string> folders_of_systems() {
  return {"/usr",
          "/bin",
          "/lib",
          "/lib32",
          "/lib64",
          "/nix/store",
          "/gnu/store",
          "/etc/alternatives",
          "/etc/ld.so.cache",
          "/dev/null"};
}

/// Adds the installation folders of a compiler such as /home/ada/riscv/bin/gcc, without the rest of
/// the home folder.
void add_installation(const std::string& program, std::vector<std::string>& folders) {
  const fs::path own = fs::path(program).parent_path();
  const fs::path prefix = own.parent_path();
  std::error_code failed;
  if (own.has_relative_path())
    folders.push_back(own.string());
  if (prefix.empty() || prefix == "/" || prefix == "/usr")
    return;
  for (const char* name : {"lib", "lib64", "libexec", "include", "share"})
    folders.push_back((prefix / name).string());
  for (fs::directory_iterator at(prefix, failed), end; !failed && at != end; at.increment(failed))
    if (at->path().filename().string().starts_with("riscv"))
      folders.push_back(at->path().string());
}

} // namespace

FileView compiler_files(const isa::COptions& options, const std::string& root,
                        std::vector<std::string> writable) {
  FileView view{root, folders_of_systems(), std::move(writable)};
  for (const std::string& name : isa::compilers_looked_for(options)) {
    const std::string program = program_on_path(name);
    std::error_code failed;
    if (!program.starts_with('/'))
      continue;
    add_installation(program, view.readable);
    add_installation(fs::canonical(program, failed).string(), view.readable);
  }
  const auto names_file = [](const std::string& flag) { // a macro definition names no file
    return !flag.starts_with("-D") && !flag.starts_with("-U");
  };
  for (const std::string& flag : options.flags)
    if (const std::size_t begin = flag.find('/'); begin != std::string::npos && names_file(flag))
      if (std::string path = flag.substr(begin, flag.find(',', begin) - begin); path.size() > 1)
        view.readable.push_back(std::move(path));
  return view;
}

} // namespace stallscope::sweep
