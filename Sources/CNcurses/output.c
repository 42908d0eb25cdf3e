// For `memfd_create` and `dup3`.
#define _GNU_SOURCE

#include "private.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/// The descriptor that curses writes to: its own, so that another file can be put in its place.
static int output = -1;
static FILE *stream;

FILE *purser_open_output(void) {
  if (stream != NULL) return stream;
  output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
  if (output >= 0) stream = fdopen(output, "w");
  return stream != NULL ? stream : stdout;
}

#ifdef __linux__
/// What a frame is gathered in.
static int frame = -1;

bool purser_hold_output(void) {
  if (stream == NULL) return false;
  if (frame < 0) frame = memfd_create("frame", MFD_CLOEXEC);
  return frame >= 0 && dup3(frame, output, O_CLOEXEC) == output;
}

void purser_release_output(void) {
  static char bytes[16384];
  dup3(STDOUT_FILENO, output, O_CLOEXEC);
  off_t end = lseek(frame, 0, SEEK_CUR), sent = 0;
  while (sent < end) {
    size_t rest = (size_t)(end - sent);
    ssize_t count = pread(frame, bytes, rest < sizeof bytes ? rest : sizeof bytes, sent);
    if (count <= 0) break;
    purser_write(STDOUT_FILENO, bytes, (size_t)count);
    sent += count;
  }
  lseek(frame, 0, SEEK_SET);
}
#else
bool purser_hold_output(void) { return false; }
void purser_release_output(void) {}
#endif
