#include "base/platform/confinement.hpp"

#ifdef __linux__

#include <climits>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <linux/capability.h>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef STALLSCOPE_SECCOMP
#include <seccomp.h>
#endif

namespace stallscope {

namespace {

enum Wall : std::uint8_t { kUserNamespace, kOtherNamespaces, kFiles, kRoot, kFilter, kWalls };
#ifdef STALLSCOPE_SECCOMP
constexpr const char* kFilterName = "a filter of system calls";
#else
constexpr const char* kFilterName =
    "a filter of system calls, as this was built without libseccomp";
#endif
constexpr std::array<const char*, kWalls> kWallNames{
    "a user namespace", "network, IPC and UTS namespaces", "a view of the compiler's files alone",
    "a root folder of their own", kFilterName};

/// Sanitizers make additional system calls.
#ifdef STALLSCOPE_SANITIZED_BUILD
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

constexpr rlim_t kMostFileBytes = rlim_t{64} << 20;
constexpr rlim_t kMostOpenFiles = 256;

void lower(decltype(RLIMIT_CORE) resource, rlim_t most) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_max = std::min(limit.rlim_max, most);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  setrlimit(resource, &limit);
}

/// Drops the capabilities of root, or of the owner of a namespace.
void drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  syscall(SYS_capset, &header, none.data());
}

/// Returns 0, or errno.
int error_of(int result) {
  return result == 0 ? 0 : errno;
}

/// Creates the parent folders of a path inside a root folder, and the path itself as a folder or an
/// empty file.
void make_mount_point(const std::string& path, bool is_folder) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
    mkdir(path.substr(0, end).c_str(), 0755);
  if (is_folder)
    mkdir(path.c_str(), 0755);
  else if (const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
           file >= 0)
    ::close(file);
}

/// Mounts a path inside a root folder. Returns 0, or errno. A symbolic link is created again, such
/// as /lib -> usr/lib. `read_only` is set to errno when the path is visible but could not be made
/// read-only beyond its permissions.
int mount_in(const std::string& root, const std::string& path, bool writable, int& read_only) {
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0)
    return errno == ENOENT ? 0 : errno;
  const std::string place = root + path;
  if (S_ISLNK(status.st_mode) && !writable) {
    std::array<char, PATH_MAX> target{};
    if (readlink(path.c_str(), target.data(), target.size() - 1) < 0)
      return errno;
    return symlink(target.data(), place.c_str()) == 0 || errno == EEXIST ? 0 : errno;
  }
  make_mount_point(place, writable || S_ISDIR(status.st_mode));
  if (mount(path.c_str(), place.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0)
    return errno;
  struct statvfs flags {};
  if (writable || statvfs(place.c_str(), &flags) != 0)
    return 0;
  // Mount flags that must be kept.
  constexpr unsigned long kKept = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME | MS_NODIRATIME;
  if (mount(nullptr, place.c_str(), nullptr,
            MS_REMOUNT | MS_BIND | MS_RDONLY | (flags.f_flag & kKept), nullptr) != 0)
    read_only = errno;
  return 0;
}

/// Restricts the visible files. Returns 0, or errno: then all files are visible as before, or
/// visible files can be written.
int show_only(const FileView& view) {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return errno;
  int read_only = 0;
  for (const bool writable : {false, true})
    for (const std::string& path : writable ? view.writable : view.readable)
      if (const int error = mount_in(view.root, path, writable, read_only); error != 0)
        return error;
  const int error = error_of(chroot(view.root.c_str()) != 0 ? -1 : chdir("/"));
  return error != 0 ? error : read_only;
}

#ifdef STALLSCOPE_SECCOMP

std::atomic<int>* refused = nullptr;

void note_refused(int /*signal*/, siginfo_t* info, void* /*context*/) {
  refused->store(info->si_syscall);
  // The filter refuses execve as well, with the signal's default action.
  syscall(SYS_execve, nullptr, nullptr, nullptr);
}

/// System calls allowed with any arguments.
constexpr std::array kAllowed{SCMP_SYS(read),
                              SCMP_SYS(pread64),
                              SCMP_SYS(readv),
                              SCMP_SYS(lseek),
                              SCMP_SYS(close),
                              SCMP_SYS(fstat),
                              SCMP_SYS(newfstatat),
                              SCMP_SYS(statx),
                              SCMP_SYS(getdents64),
                              SCMP_SYS(readlink),
                              SCMP_SYS(readlinkat),
                              SCMP_SYS(access),
                              SCMP_SYS(faccessat),
                              SCMP_SYS(getcwd),
                              SCMP_SYS(poll),
                              SCMP_SYS(ppoll), // files and pipes
                              SCMP_SYS(brk),
                              SCMP_SYS(munmap),
                              SCMP_SYS(mremap),
                              SCMP_SYS(madvise),
                              SCMP_SYS(futex),
                              SCMP_SYS(sched_yield), // memory
                              SCMP_SYS(clock_gettime),
                              SCMP_SYS(clock_getres),
                              SCMP_SYS(gettimeofday),
                              SCMP_SYS(clock_nanosleep),
                              SCMP_SYS(nanosleep),
                              SCMP_SYS(getrusage),
                              SCMP_SYS(times), // time
                              SCMP_SYS(getpid),
                              SCMP_SYS(gettid),
                              SCMP_SYS(getppid),
                              SCMP_SYS(getuid),
                              SCMP_SYS(geteuid),
                              SCMP_SYS(getrandom),
                              SCMP_SYS(uname),
                              SCMP_SYS(sched_getaffinity), // queries
                              SCMP_SYS(rt_sigaction),
                              SCMP_SYS(rt_sigprocmask),
                              SCMP_SYS(rt_sigreturn),
                              SCMP_SYS(sigaltstack),
                              SCMP_SYS(restart_syscall),
                              SCMP_SYS(exit),
                              SCMP_SYS(exit_group)};

/// Returns 0, or a negative errno, as all functions of libseccomp.
int add_rules(scmp_filter_ctx filter, int output) {
  constexpr scmp_datum_t kAll32 = 0xffffffff;
  constexpr scmp_datum_t kChanging = O_ACCMODE | O_CREAT | O_TRUNC;
  const auto self = static_cast<scmp_datum_t>(getpid());
  const auto is = [](unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
    return scmp_arg_cmp{argument, SCMP_CMP_MASKED_EQ, mask, value};
  };
  const auto allow = [filter](int call, std::initializer_list<scmp_arg_cmp> arguments) {
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call,
                                  static_cast<unsigned>(arguments.size()), arguments.begin());
  };
  int failed = 0;
  const auto add = [&failed](int result) { failed = failed != 0 ? failed : result; };
  for (const int call : kAllowed)
    add(allow(call, {}));
  add(allow(SCMP_SYS(openat), {is(2, kChanging, O_RDONLY)}));
  // Only these two: inherited descriptors may be a database.
  for (const int descriptor : {output, STDERR_FILENO})
    if (descriptor >= 0)
      for (const int call : {SCMP_SYS(write), SCMP_SYS(writev)})
        add(allow(call, {is(0, kAll32, static_cast<scmp_datum_t>(descriptor))}));
  add(allow(SCMP_SYS(fcntl), {is(1, kAll32, F_GETFL)}));
  add(allow(SCMP_SYS(mmap), {is(2, PROT_EXEC, 0), is(4, kAll32, kAll32)})); // anonymous memory only
  add(allow(SCMP_SYS(mprotect), {is(2, PROT_EXEC, 0)}));
  add(allow(SCMP_SYS(prlimit64), {is(0, kAll32, 0)})); // limits of this process only
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tgkill)})
    add(allow(call, {is(0, kAll32, self)})); // signals to this process only, for abort
  // Calls that have an alternative when they fail with ENOSYS, or test whether this is a terminal.
  add(seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0));
  add(seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl), 0));
  return failed;
}

/// Returns 0, or errno.
int filter_calls(std::atomic<int>& place, int output) {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_TRAP);
  if (filter == nullptr)
    return ENOMEM;
  // No untrusted native code runs in this process: disables speculation mitigations, which cost
  // speed.
  int failed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_SSB, 1);
  failed = failed != 0 ? failed : add_rules(filter, output);
  if (failed == 0) {
    refused = &place;
    struct sigaction action {};
    action.sa_sigaction = note_refused;
    action.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER;
    sigaction(SIGSYS, &action, nullptr);
    failed = seccomp_load(filter);
  }
  seccomp_release(filter);
  return -failed;
}

std::string name_of(int call) {
  char* name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
  std::string text = name != nullptr ? name : "number " + std::to_string(call);
  std::free(name); // NOLINT: so libseccomp wants it
  return text;
}

#else

int filter_calls(std::atomic<int>& /*place*/, int /*output*/) {
  return ENOSYS;
}
std::string name_of(int call) {
  return "number " + std::to_string(call);
}

#endif

} // namespace

struct Confinement::Shared {
  std::array<int, kWalls> errors{}; ///< by restriction: errno of its failure
  std::atomic<int> refused_call{-1};
};

Confinement::Confinement() {
  void* place =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED)
    throw std::bad_alloc();
  shared_ = new (place) Shared;
}

Confinement::~Confinement() {
  munmap(shared_, sizeof(Shared));
}

void Confinement::isolate(const FileView& view) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  shared_->errors[kUserNamespace] = error_of(unshare(CLONE_NEWUSER));
  shared_->errors[kOtherNamespaces] = error_of(unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS));
  if (!view.root.empty())
    shared_->errors[kFiles] = show_only(view);
  lower(RLIMIT_CORE, 0);
  lower(RLIMIT_FSIZE, kMostFileBytes);
  lower(RLIMIT_NOFILE, kMostOpenFiles);
}

void Confinement::close(const std::string& root, int output) {
  shared_->errors[kRoot] = error_of(chroot(root.c_str()) != 0 ? -1 : chdir("/"));
  drop_capabilities();
  lower(RLIMIT_NPROC, 0);
  if (!kSanitized)
    shared_->errors[kFilter] = filter_calls(shared_->refused_call, output);
}

std::string Confinement::refused_call() const {
  return name_of(shared_->refused_call);
}

std::string Confinement::missing(const FileView& view) {
  if (kSanitized) // sanitized runs compare messages with those of other builds
    return {};
  Confinement tried;
  const pid_t child = fork();
  if (child == 0) {
    tried.isolate(view);
    tried.close("/", -1);
    _exit(0);
  }
  if (child < 0)
    return {}; // no process can be forked for the work either, which reports the error
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  std::string text;
  for (std::size_t wall = 0; wall < kWalls; ++wall)
    if (const int error = tried.shared_->errors[wall]; error != 0)
      text += (text.empty() ? "" : ", ") + std::string(kWallNames[wall]) + " (" +
              std::strerror(error) + ")";
  return text;
}

} // namespace stallscope

#else

namespace stallscope {

struct Confinement::Shared {};

Confinement::Confinement() : shared_(nullptr) {}
Confinement::~Confinement() = default;
void Confinement::isolate(const FileView& /*view*/) {}
void Confinement::close(const std::string& /*root*/, int /*output*/) {}
std::string Confinement::refused_call() const {
  return {};
}
std::string Confinement::missing(const FileView& /*view*/) {
  return "walls of the operating system (there are none for it yet)";
}

} // namespace stallscope

#endif
