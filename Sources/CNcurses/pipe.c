#include "private.h"

#include <poll.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool purser_pipe(int32_t ends[2]) {
  int pair[2];
  if (pipe(pair) != 0) return false;
  for (int index = 0; index < 2; index += 1) {
    fcntl(pair[index], F_SETFD, FD_CLOEXEC);
    fcntl(pair[index], F_SETFL, fcntl(pair[index], F_GETFL) | O_NONBLOCK);
    ends[index] = pair[index];
  }
  return true;
}

int32_t purser_errno(void) {
  return errno;
}

void purser_pipe_wake(int32_t write_end) {
  char byte = 1;
  // A full pipe is readable, which is sufficient.
  while (write(write_end, &byte, 1) < 0 && errno == EINTR) {}
}

void purser_pipe_drain(int32_t read_end) {
  char bytes[64];
  for (;;) {
    ssize_t count = read(read_end, bytes, sizeof bytes);
    if (count > 0 || (count < 0 && errno == EINTR)) continue;
    return;
  }
}

void purser_pipe_close(const int32_t ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

void purser_pipe_wait(int32_t read_end) {
    struct pollfd waiting = {.fd = read_end, .events = POLLIN};
    poll(&waiting, 1, -1);
}
