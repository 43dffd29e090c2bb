/* Of POSIX what libc++'s std::filesystem asks for and wasi-libc lacks; system.c has the functions. */
#ifndef STALLSCOPE_LIBCXX_POSIX_H
#define STALLSCOPE_LIBCXX_POSIX_H

#include <sys/stat.h>

#define DT_SOCK 20 /* no type of WASI: sockets are files of none */

#ifdef __cplusplus
extern "C" {
#endif

int fchmodat(int folder, const char* path, mode_t mode, int flags);
char* realpath(const char* path, char* resolved);

#ifdef __cplusplus
}
#endif

#endif
