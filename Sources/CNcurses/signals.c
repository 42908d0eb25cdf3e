#include "private.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

static const int crashes[] = {
  SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGHUP, SIGQUIT,
};
static const int reported[] = {SIGTERM, SIGINT, SIGWINCH, SIGTSTP, SIGCONT};
enum {
  CRASHES = sizeof crashes / sizeof *crashes,
  REPORTED = sizeof reported / sizeof *reported,
};

static struct sigaction before_crashes[CRASHES];
/// The actions after a crash's cleanup: the default, including a core dump. Swift's own handler
/// would keep the operator waiting half a minute at a debugger's prompt, so it runs only on
/// request.
static struct sigaction after_crashes[CRASHES];
static struct sigaction before_reported[REPORTED];
static bool is_catching;
static int32_t ends[2] = {-1, -1};
/// A stack overflow is a crash too, and leaves no stack for the handler.
static char crash_stack[64 * 1024];

/// Async-signal-safe: only calls `write`, `tcsetattr` and `dup2`, then raises the signal again, on
/// the shell's own screen.
static void crashed(int number) {
  int saved = errno;
  purser_restore_now();
  purser_return_errors();
  for (int index = 0; index < CRASHES; index += 1) {
    if (crashes[index] == number) sigaction(number, &after_crashes[index], NULL);
  }
  raise(number);
  errno = saved;
}

static void report_signal(int number) {
  int saved = errno;
  char byte = PURSER_BYTE_QUIT;
  if (number == SIGWINCH) byte = PURSER_BYTE_RESIZED;
  if (number == SIGTSTP) byte = PURSER_BYTE_STOP;
  if (number == SIGCONT) byte = PURSER_BYTE_CONTINUED;
  purser_write(ends[1], &byte, 1);
  errno = saved;
}

static struct sigaction reporting_action(void) {
  struct sigaction action = {.sa_handler = report_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  return action;
}

bool purser_open_signal_pipe(void) {
  return ends[0] >= 0 || purser_pipe(ends);
}

void purser_catch_signals(void) {
  stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
  sigaltstack(&stack, NULL);
  bool wants_backtrace = getenv("SWIFT_BACKTRACE") != NULL;
  struct sigaction crash = {.sa_handler = crashed, .sa_flags = SA_ONSTACK};
  sigemptyset(&crash.sa_mask);
  for (int index = 0; index < CRASHES; index += 1) {
    sigaction(crashes[index], &crash, is_catching ? NULL : &before_crashes[index]);
    after_crashes[index] = before_crashes[index];
    if (!wants_backtrace) after_crashes[index].sa_handler = SIG_DFL;
    if (!wants_backtrace) after_crashes[index].sa_flags = 0;
  }
  struct sigaction report = reporting_action();
  // The parent process may have blocked them, and a mask is inherited.
  sigset_t unblocked;
  sigemptyset(&unblocked);
  for (int index = 0; index < REPORTED; index += 1) {
    sigaction(reported[index], &report, is_catching ? NULL : &before_reported[index]);
    sigaddset(&unblocked, reported[index]);
  }
  sigaddset(&unblocked, SIGHUP);
  is_catching = true;
  pthread_sigmask(SIG_UNBLOCK, &unblocked, NULL);
}

void purser_release_signals(void) {
  is_catching = false;
  for (int index = 0; index < REPORTED; index += 1) {
    sigaction(reported[index], &before_reported[index], NULL);
  }
  for (int index = 0; index < CRASHES; index += 1) {
    sigaction(crashes[index], &before_crashes[index], NULL);
  }
}

void purser_stop_job(void) {
  struct sigaction stop = {.sa_handler = SIG_DFL};
  sigemptyset(&stop.sa_mask);
  sigaction(SIGTSTP, &stop, NULL);
  sigaction(SIGCONT, &stop, NULL);
  kill(0, SIGTSTP);
  struct sigaction report = reporting_action();
  sigaction(SIGTSTP, &report, NULL);
  sigaction(SIGCONT, &report, NULL);
}

static void read_signals(purser_wake *wake) {
  char bytes[64];
  for (;;) {
    ssize_t count = read(ends[0], bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    for (ssize_t index = 0; index < count; index += 1) {
      if (bytes[index] == PURSER_BYTE_QUIT) wake->quit = true;
      if (bytes[index] == PURSER_BYTE_RESIZED) wake->resized = true;
      if (bytes[index] == PURSER_BYTE_STOP) wake->stop = true;
      if (bytes[index] == PURSER_BYTE_CONTINUED) wake->continued = true;
    }
  }
}

purser_wake purser_wait(int32_t mailbox, int32_t milliseconds) {
  purser_wake wake = {0};
  struct pollfd watched[] = {
    {.fd = STDIN_FILENO, .events = POLLIN},
    {.fd = mailbox, .events = POLLIN},
    {.fd = ends[0], .events = POLLIN},
    {.fd = purser_guard_pipe, .events = POLLIN},
  };
  int ready = poll(watched, sizeof watched / sizeof *watched, milliseconds);
  // An interrupted sleep counts as an early wake-up: the signal is in its pipe, and the caller
  // checks the clock.
  if (ready < 0) {
    read_signals(&wake);
    return wake;
  }
  wake.gone = (watched[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
  wake.keys = (watched[0].revents & POLLIN) != 0;
  wake.mail = (watched[1].revents & POLLIN) != 0;
  if (watched[2].revents & POLLIN) read_signals(&wake);
  if (watched[3].revents & (POLLHUP | POLLIN)) {
    wake.quit = true;
    // Report this once: a program that quits slowly must not spin meanwhile.
    close(purser_guard_pipe);
    purser_guard_pipe = -1;
  }
  return wake;
}

bool purser_ignores(int32_t number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
