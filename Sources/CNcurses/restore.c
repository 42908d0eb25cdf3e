#include "private.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

static purser_shared local_common;
purser_shared *purser_common = &local_common;

static int shell_errors = -1;

/// Disables line drawing, attributes, mouse reports, bracketed paste and synchronised output.
#define EXTRAS_OFF "\017\033(B\033[0m\033[?1000l\033[?1002l\033[?1006l\033[?2004l\033[?2026l"
/// Scrolls the whole screen again. Moves the cursor.
#define MARGINS_OFF "\033[r"
#define ALTERNATE_OFF "\033[?1049l"
/// For terminals without an alternate screen: moves below the drawn content.
#define PAST_THE_END "\033[999;1H\r\n"
/// Shows the cursor; resets cursor and number keys to what the shell expects.
#define INPUT_ON "\033[?25h\033[?1l\033>"

void purser_write(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

void purser_send(const uint8_t *bytes, int32_t count) {
  if (purser_common->is_entered && count > 0) {
    purser_write(STDOUT_FILENO, (const char *)bytes, (size_t)count);
  }
}

bool purser_is_foreground(void) {
  return tcgetpgrp(STDIN_FILENO) == getpgrp();
}

void purser_remember_shell(void) {
  struct termios now;
  if (tcgetattr(STDIN_FILENO, &now) != 0) return;
  purser_common->shell = now;
  purser_common->has_shell = 1;
}

/// For as long as the terminal's description is unread.
static const char general[] = MARGINS_OFF EXTRAS_OFF ALTERNATE_OFF INPUT_ON;

void purser_prepare_restore(void) {
  // Terminals support ?1049l even if their description has more (a stack of titles), so the
  // description's local_common string is used if it is plain: only curses can send padding.
  char *name = "rmcup";
  const char *leave = tigetstr(name);
  if (leave == NULL || leave == (char *)-1) {
    leave = PAST_THE_END;
  } else if (strstr(leave, "$<") != NULL || strlen(leave) > 100) {
    leave = ALTERNATE_OFF;
  }
  // The console of Linux hides its cursor by a code of its own.
  name = "cnorm";
  const char *cursor = tigetstr(name);
  if (cursor == NULL || cursor == (char *)-1 || strstr(cursor, "$<") || strlen(cursor) > 40) {
    cursor = "";
  }
  // The length last: whoever restores meanwhile finds no half text.
  purser_common->restore_length = 0;
  int length = snprintf(
    purser_common->restore, sizeof purser_common->restore, "%s%s%s%s",
    MARGINS_OFF EXTRAS_OFF, leave, INPUT_ON, cursor);
  purser_common->restore_length = length;
}

void purser_restore_now(void) {
  if (!purser_common->is_entered) return;
  purser_common->is_entered = 0;
  int length = purser_common->restore_length;
  if (length > 0) purser_write(STDOUT_FILENO, purser_common->restore, (size_t)length);
  else purser_write(STDOUT_FILENO, general, sizeof general - 1);
  // In the background the line discipline is the shell's, which has already restored it and edits
  // its next line with it.
  if (purser_common->has_shell && purser_is_foreground()) {
    tcsetattr(STDIN_FILENO, TCSANOW, &purser_common->shell);
  }
}

void purser_redirect_errors(const char *log) {
  if (shell_errors < 0) {
    shell_errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
    if (shell_errors < 0) return;
  }
  int target = -1;
  purser_common->log[0] = 0;
  if (log != NULL) target = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (target >= 0) snprintf(purser_common->log, sizeof purser_common->log, "%s", log);
  if (target < 0) target = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (target < 0) return;
  fflush(stderr);
  dup2(target, STDERR_FILENO);
  close(target);
}

void purser_return_errors(void) {
  if (shell_errors < 0) return;
  dup2(shell_errors, STDERR_FILENO);
  close(shell_errors);
  shell_errors = -1;
}

bool purser_reset(void) {
  struct termios line;
  if (tcgetattr(STDIN_FILENO, &line) != 0) return false;
  static const char codes[] = "\0337" MARGINS_OFF "\0338" EXTRAS_OFF ALTERNATE_OFF INPUT_ON;
  purser_write(STDOUT_FILENO, codes, sizeof codes - 1);
  line.c_iflag &= ~(tcflag_t)(IGNBRK | INLCR | IGNCR | IXOFF | ISTRIP | PARMRK);
  line.c_iflag |= BRKINT | ICRNL | IXON;
  line.c_oflag &= ~(tcflag_t)(OCRNL | ONOCR | ONLRET);
  line.c_oflag |= OPOST | ONLCR;
  line.c_lflag &= ~(tcflag_t)(ECHONL | NOFLSH | TOSTOP);
  line.c_lflag |= ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE;
  line.c_cc[VINTR] = 3;
  line.c_cc[VQUIT] = 28;
  line.c_cc[VERASE] = 127;
  line.c_cc[VKILL] = 21;
  line.c_cc[VEOF] = 4;
  line.c_cc[VSUSP] = 26;
  line.c_cc[VSTART] = 17;
  line.c_cc[VSTOP] = 19;
  line.c_cc[VMIN] = 1;
  line.c_cc[VTIME] = 0;
  return tcsetattr(STDIN_FILENO, TCSANOW, &line) == 0;
}
