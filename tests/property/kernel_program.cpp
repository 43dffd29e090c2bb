#include "property/kernel_program.hpp"

#include "isa/load_elf.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <vector>

namespace stallscope::property {

isa::Program kernel_program(const std::string& name) {
  const std::string path = std::string(STALLSCOPE_SOURCE_DIR "/programs/kernels/bin/") + name;
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  REQUIRE(!bytes.empty());
  auto program = isa::program_from_elf(
      path, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, {});
  REQUIRE(program);
  return std::move(program).value();
}

} // namespace stallscope::property
