/* libc's, and what wasi-libc lacks of POSIX: a file of a new name. */
#ifndef STALLSCOPE_STDLIB_H
#define STALLSCOPE_STDLIB_H

#include_next <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

int mkostemp(char* name, int flags);

#ifdef __cplusplus
}
#endif

#endif
