#include "private.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

int purser_guard_pipe = -1;

static volatile pid_t child;

/// Forwards signals that were sent to the guard alone. Those of the terminal reach the whole
/// process group anyway, as do those with which the child stops its own job.
static void forward(int number, siginfo_t *information, void *context) {
  (void)context;
  int saved = errno;
  bool is_sent = information->si_code <= 0 && information->si_pid != child;
  if (child > 0 && is_sent) kill(child, number);
  errno = saved;
}

static volatile sig_atomic_t was_continued;

static void record_continued(int number) {
  (void)number;
  was_continued = 1;
}

static const int forwarded[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP};
enum { FORWARDED = sizeof forwarded / sizeof *forwarded };

static void set_action(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

/// The child is stopped: stops its job as well, because the shell watches only the guard.
static void stop_too(void) {
  // After a SIGSTOP the child could not restore the terminal.
  purser_restore_now();
  struct sigaction before;
  sigaction(SIGTSTP, NULL, &before);
  set_action(SIGTSTP, SIG_DFL);
  was_continued = 0;
  raise(SIGTSTP);
  sigaction(SIGTSTP, &before, NULL);
  // Without a shell the signal had no effect, and the process that stopped the child continues it.
  // A shell continues both; a second SIGCONT would undo a stop that is already under way.
  siginfo_t change = {0};
  bool runs =
    waitid(P_PID, (id_t)child, &change, WCONTINUED | WNOHANG) == 0 && change.si_pid == child;
  if (was_continued && !runs) kill(child, SIGCONT);
}

static bool is_crash(int number) {
  switch (number) {
  case SIGILL: case SIGTRAP: case SIGABRT: case SIGSEGV: case SIGBUS: case SIGFPE: case SIGKILL:
    return true;
  default: return false;
  }
}

static _Noreturn void end_like(int status) {
  purser_restore_now();
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  int number = WTERMSIG(status);
  if (is_crash(number) && purser_common->log[0] != 0) {
    dprintf(
      STDERR_FILENO, "purser was ended by a signal (%s). Its error output is in %s\n",
      strsignal(number), purser_common->log);
  }
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  set_action(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
  _exit(128 + number);
}

static _Noreturn void watch(void) {
  for (;;) {
    int status = 0;
    pid_t found = waitpid(child, &status, WUNTRACED);
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) _exit(EXIT_FAILURE);
    if (WIFSTOPPED(status)) {
      stop_too();
      continue;
    }
    end_like(status);
  }
}

static void become_guard(pid_t pid, int pipe_end) {
  child = pid;
  // Held open and never written to: its closing is the event.
  close(pipe_end);
  // The guard may restore the terminal at any time.
  set_action(SIGTTOU, SIG_IGN);
  set_action(SIGTTIN, SIG_IGN);
  set_action(SIGCONT, record_continued);
  struct sigaction action = {.sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < FORWARDED; index += 1) sigaction(forwarded[index], &action, NULL);
  // Unblock all signals, which the parent process may have had blocked.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void become_child(pid_t guard, const int32_t ends[2]) {
  close(ends[1]);
  purser_guard_pipe = ends[0];
  purser_use_one_arena();
#ifdef __linux__
  // Also reaches a program that is not in its loop.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != guard) kill(getpid(), SIGTERM);
#else
  (void)guard;
#endif
}

typedef struct {
  void (*run)(void);
  /// The signals that the parent process had blocked.
  sigset_t blocked;
} guarded;

static void *run(void *argument) {
  guarded *program = argument;
#ifdef __linux__
  prctl(PR_SET_NAME, "screen");
#endif
  pthread_sigmask(SIG_SETMASK, &program->blocked, NULL);
  program->run();
  return NULL;
}

/// Must be called with all signals blocked.
static _Noreturn void run_in_child(guarded *program) {
#ifdef __linux__
  // Swift's locks contain the owner's thread ID, which each thread caches. After a fork, the
  // forking thread still has its parent's ID, and a thread that contends with it for a lock
  // deadlocks: so the program continues in a new thread, which also receives the signals.
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, program) == 0) {
    pthread_join(thread, NULL);
    exit(EXIT_SUCCESS);
  }
#endif
  run(program);
  exit(EXIT_SUCCESS);
}

void purser_guard(void (*program)(void)) {
  if (!isatty(STDIN_FILENO) && !isatty(STDOUT_FILENO)) return;
  purser_shared *shared = mmap(
    NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return;
  int32_t ends[2];
  if (!purser_pipe(ends)) {
    munmap(shared, sizeof *shared);
    return;
  }
  purser_shared *alone = purser_common;
  purser_common = shared;
  purser_remember_shell();

  // No signal may arrive before the forwarding is set up.
  guarded behind = {.run = program};
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &behind.blocked);
  pid_t guard = getpid();
  pid_t pid = fork();
  if (pid > 0) {
    become_guard(pid, ends[0]);
    purser_unmap_text();
    watch();
  }
  if (pid == 0) {
    become_child(guard, ends);
    run_in_child(&behind);
  }
  // Unguarded is worse than guarded but better than not running.
  purser_common = alone;
  purser_pipe_close(ends);
  munmap(shared, sizeof *shared);
  sigprocmask(SIG_SETMASK, &behind.blocked, NULL);
}
