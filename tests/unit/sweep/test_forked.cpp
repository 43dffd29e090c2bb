#include "forked.hpp"
#include "sanitized.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/socket.h>

using namespace stallscope;
using namespace stallscope::sweep;

namespace {

std::string ended(const ConfinedWork& work) {
  return in_child_process(
      work, [](const std::string& text) { return text == "done"; }, 10);
}

} // namespace

TEST_CASE("work in a process of its own says which system call was refused") {
  if (kSanitized || !Confinement::missing().empty())
    return;
  const TemporaryFolder root;
  const auto behind_walls = [&root](const std::function<void()>& act) {
    return ended([&](Confinement& walls, int output) {
      walls.isolate();
      walls.close(root.path().string(), output);
      act();
      return std::string("done");
    });
  };
  CHECK(behind_walls([] {}).empty());
  CHECK(behind_walls([] { socket(AF_INET, SOCK_STREAM, 0); }) ==
        "an error of Stallscope itself (system call socket, which is refused)");
  CHECK(behind_walls([] { open("/new", O_WRONLY | O_CREAT, 0600); }) ==
        "an error of Stallscope itself (system call openat, which is refused)");
  CHECK(root.names().empty());
}
