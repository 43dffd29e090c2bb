/* wasi-libc's, and fchmod: WASI's files have no permissions, so that it fails. */
#ifndef STALLSCOPE_SYS_STAT_H
#define STALLSCOPE_SYS_STAT_H

#include_next <sys/stat.h>

#include <errno.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline int fchmod(int descriptor, mode_t mode) {
  (void)descriptor;
  (void)mode;
  errno = ENOTSUP;
  return -1;
}

#ifdef __cplusplus
}
#endif

#endif
