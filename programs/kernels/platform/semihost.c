// Output through a file handle of the semihosting host: ":tt" opened for writing is its console.
// (picolibc's printf writes single characters instead; its `write` takes no standard handles
// without this.)
#include "kernel.h"

#include <fcntl.h>
#include <unistd.h>

void platform_write(const char* bytes, size_t size) {
  static int console = -1;
  if (console < 0)
    console = open(":tt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  while (size > 0) {
    const long written = (long)write(console, bytes, size);
    if (written <= 0)
      _exit(3);
    bytes += written;
    size -= (size_t)written;
  }
}
