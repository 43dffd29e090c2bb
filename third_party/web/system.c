/* Of POSIX what wasi-libc lacks and libc++ or the program asks for. */
#include "libcxx_posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

int statvfs(const char* path, struct statvfs* status) {
  (void)path;
  (void)status;
  errno = ENOSYS;
  return -1;
}

int fchmodat(int folder, const char* path, mode_t mode, int flags) {
  (void)folder;
  (void)path;
  (void)mode;
  (void)flags;
  errno = ENOTSUP;
  return -1;
}

/* The absolute path, without "." and "..". Links are followed by WASI's own functions, and only there. */
char* realpath(const char* path, char* resolved) {
  struct stat status;
  if (stat(path, &status) != 0)
    return NULL;
  char here[4096] = "";
  if (path[0] != '/' && getcwd(here, sizeof here) == NULL)
    return NULL;
  char* out = resolved != NULL ? resolved : malloc(strlen(here) + strlen(path) + 3);
  if (out == NULL)
    return NULL;
  size_t end = 0; /* of what has been written: nothing, or "/a/b" */
  const char* parts[] = {here, path};
  for (int i = 0; i < 2; ++i)
    for (const char* at = parts[i]; *at != '\0';) {
      at += strspn(at, "/");
      const size_t length = strcspn(at, "/");
      if (length == 2 && at[0] == '.' && at[1] == '.') {
        while (end > 0 && out[--end] != '/') {
        }
      } else if (length > 0 && !(length == 1 && at[0] == '.')) {
        out[end++] = '/';
        memcpy(out + end, at, length);
        end += length;
      }
      at += length;
    }
  if (end == 0)
    out[end++] = '/';
  out[end] = '\0';
  return out;
}

/* Writes letters over the six X at the end of a name until there is no such file. */
int mkostemp(char* name, int flags) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
  char* end = name + strlen(name) - 6;
  for (int attempt = 0; attempt < 100; ++attempt) {
    uint8_t bytes[6];
    if (getentropy(bytes, sizeof bytes) != 0)
      return -1;
    for (int i = 0; i < 6; ++i)
      end[i] = letters[bytes[i] % 32];
    const int file = open(name, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  return -1;
}

/* Debian's compiler-rt is compiled with guards of the stack. */
uintptr_t __stack_chk_guard = 0x595e9fbd;

void __stack_chk_fail(void) {
  __builtin_trap();
}
