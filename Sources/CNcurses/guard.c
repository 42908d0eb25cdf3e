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

/// Passes on what somebody sent to the guard alone. What the terminal sends goes to the whole
/// process group, and so does what the child itself does to stop its job.
static void forward(int number, siginfo_t *information, void *context) {
  (void)context;
  int saved = errno;
  bool is_sent = information->si_code <= 0 && information->si_pid != child;
  if (child > 0 && is_sent) kill(child, number);
  errno = saved;
}

static volatile sig_atomic_t was_continued;

static void note_continued(int number) {
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

/// The child is stopped: so is its job, of which the shell only watches the guard.
static void stop_too(void) {
  // A SIGSTOP left it no time to give the terminal back.
  purser_restore_now();
  struct sigaction before;
  sigaction(SIGTSTP, NULL, &before);
  set_action(SIGTSTP, SIG_DFL);
  was_continued = 0;
  raise(SIGTSTP);
  sigaction(SIGTSTP, &before, NULL);
  // Where no shell watches, the signal had no effect, and who stopped the child continues it. A
  // shell continues both; once more would undo a stop that is under way already.
  siginfo_t news = {0};
  bool runs = waitid(P_PID, (id_t)child, &news, WCONTINUED | WNOHANG) == 0 && news.si_pid == child;
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
      STDERR_FILENO, "purser was ended by a signal (%s). Its last words are in %s\n",
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
  // Held open and never written to: its closing is the news.
  close(pipe_end);
  // The guard may put the terminal right whenever it has to.
  set_action(SIGTTOU, SIG_IGN);
  set_action(SIGTTIN, SIG_IGN);
  set_action(SIGCONT, note_continued);
  struct sigaction action = {.sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < FORWARDED; index += 1) sigaction(forwarded[index], &action, NULL);
  // None is left blocked, as whoever started the program may have had them.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void become_child(pid_t guard, const int32_t ends[2]) {
  close(ends[1]);
  purser_guard_pipe = ends[0];
#ifdef __linux__
  // Reaches a program that is not in its loop, too.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != guard) kill(getpid(), SIGTERM);
#else
  (void)guard;
#endif
}

typedef struct {
  void (*run)(void);
  /// The signals that whoever started it has blocked.
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

/// To be called with all signals blocked.
static _Noreturn void run_in_child(guarded *program) {
#ifdef __linux__
  // Swift's locks hold the number of the thread that has them, which each thread asks the kernel for
  // once and remembers. The one that has forked remembers its parent's, and whoever meets it at a lock
  // waits for ever: the program goes on in another, and signals find that one.
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

  // Nothing may arrive before it is decided who forwards to whom.
  guarded behind = {.run = program};
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &behind.blocked);
  pid_t guard = getpid();
  pid_t pid = fork();
  if (pid > 0) {
    become_guard(pid, ends[0]);
    purser_let_go_of_instructions();
    watch();
  }
  if (pid == 0) {
    become_child(guard, ends);
    run_in_child(&behind);
  }
  // Unguarded is worse than guarded and better than not at all.
  purser_common = alone;
  purser_pipe_close(ends);
  munmap(shared, sizeof *shared);
  sigprocmask(SIG_SETMASK, &behind.blocked, NULL);
}
