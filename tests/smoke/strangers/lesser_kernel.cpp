// lesser_kernel WITHOUT PROGRAM ARGUMENTS...: runs a program, and all that it starts, as on a
// kernel that lacks something. WITHOUT is "openat2" (before Linux 5.6), "namespaces" (not allowed,
// as in many containers), or "filters" (of system calls, not compiled in). Exit code 77: this
// kernel cannot be made to lack it.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr int kSkipped = 77;

/// A system call that fails, whatever its arguments or with this first one.
struct Missing {
  std::uint32_t call;
  std::uint32_t error;
  std::int64_t first_argument = -1; ///< -1: any
};

std::vector<Missing> missing_in(std::string_view kernel) {
  if (kernel == "openat2")
    return {{SYS_openat2, ENOSYS}};
  if (kernel == "namespaces")
    return {{SYS_unshare, EPERM}, {SYS_mount, EPERM}};
  if (kernel == "filters")
    return {{SYS_seccomp, ENOSYS}, {SYS_prctl, EINVAL, PR_SET_SECCOMP}};
  return {};
}

/// False: the kernel does not take it.
bool filter(const std::vector<Missing>& calls) {
  constexpr auto kCall = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
  constexpr auto kFirst = static_cast<std::uint32_t>(offsetof(seccomp_data, args));
  std::vector<sock_filter> code;
  for (const Missing& missing : calls) {
    const bool any = missing.first_argument < 0;
    code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kCall));
    code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, missing.call, 0,
                            static_cast<std::uint8_t>(any ? 1 : 3)));
    if (!any) {
      code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFirst));
      code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                              static_cast<std::uint32_t>(missing.first_argument), 0, 1));
    }
    code.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | missing.error));
  }
  code.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

} // namespace

int main(int count, char** words) {
  const std::vector<Missing> calls = count > 2 ? missing_in(words[1]) : std::vector<Missing>{};
  if (calls.empty()) {
    std::fputs("lesser_kernel openat2|namespaces|filters PROGRAM ARGUMENTS...\n", stderr);
    return 2;
  }
  if (!filter(calls))
    return kSkipped;
  execv(words[2], words + 2);
  std::perror(words[2]);
  return 127;
}
