#include "private.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

static SCREEN *screen;
static bool is_utf8;

static const char extras_on[] = "\033[?2004h";
static const char extras_off[] = "\033[?2004l";
static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";
static bool listens_to_mouse;
static enum purser_color_choice color_choice;

static bool refuses_colors(void) {
  if (color_choice == PURSER_COLORS_NEVER) return true;
  const char *refused = getenv("NO_COLOR");
  return color_choice == PURSER_COLORS_AUTOMATIC && refused != NULL && *refused != 0;
}

static bool wants_direct_colors(void) {
  if (color_choice == PURSER_COLORS_DIRECT) return true;
  if (color_choice != PURSER_COLORS_AUTOMATIC || refuses_colors()) return false;
  const char *said = getenv("COLORTERM");
  return said != NULL && (strcmp(said, "truecolor") == 0 || strcmp(said, "24bit") == 0);
}

/// `xterm-direct` for `xterm-256color` and so on; NULL if the name is too long.
static const char *direct_sister(const char *type, char *name, size_t size) {
  const char *suffix = strstr(type, "-256color");
  size_t length = suffix == NULL ? strlen(type) : (size_t)(suffix - type);
  int written = snprintf(name, size, "%.*s-direct", (int)length, type);
  return written > 0 && (size_t)written < size ? name : NULL;
}

/// Opens the terminal as TERM says, or else as the most capable type that nearly all terminals
/// support. `initscr` would end the process instead.
static SCREEN *open_as_something(const char *type) {
  char name[128];
  if (wants_direct_colors() && direct_sister(type, name, sizeof name) != NULL) {
    SCREEN *opened = newterm(name, stdout, stdin);
    if (opened != NULL) return opened;
  }
  const char *const types[] = {type, "xterm-256color", "xterm", "vt100"};
  for (size_t index = 0; index < sizeof types / sizeof *types; index += 1) {
    SCREEN *opened = newterm(types[index], stdout, stdin);
    if (opened != NULL) return opened;
  }
  return NULL;
}

static bool can_address(void) {
  char *name = "cup";
  const char *address = tigetstr(name);
  return address != NULL && address != (char *)-1;
}

static void open_colors(void) {
  if (refuses_colors()) return;
  if (has_colors() && start_color() == OK) purser_forget_pairs();
}

/// A program that calls `exit`, from any thread, leaves the screen too. Not with `endwin`, which
/// only the screen's own thread may call.
static void at_exit(void) {
  purser_restore_now();
  purser_return_errors();
}

static void enter(void) {
  clearok(curscr, TRUE);
  refresh();
  purser_write(STDOUT_FILENO, extras_on, sizeof extras_on - 1);
  if (listens_to_mouse) purser_write(STDOUT_FILENO, mouse_on, sizeof mouse_on - 1);
}

static void leave(void) {
  if (!purser_common->is_entered) return;
  if (!purser_is_foreground()) {
    // `endwin` would set the line discipline, which belongs to another process now (or stop us).
    purser_restore_now();
    return;
  }
  if (listens_to_mouse) purser_write(STDOUT_FILENO, mouse_off, sizeof mouse_off - 1);
  purser_write(STDOUT_FILENO, extras_off, sizeof extras_off - 1);
  endwin();
  purser_common->is_entered = 0;
}

void purser_enable_mouse(bool listens) {
  if (listens == listens_to_mouse) return;
  listens_to_mouse = listens;
  if (!purser_common->is_entered) return;
  if (listens) purser_write(STDOUT_FILENO, mouse_on, sizeof mouse_on - 1);
  else purser_write(STDOUT_FILENO, mouse_off, sizeof mouse_off - 1);
}

enum purser_opened purser_open(const char *log, enum purser_color_choice colors) {
  color_choice = colors;
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return PURSER_NOT_A_TERMINAL;
  const char *type = getenv("TERM");
  if (type == NULL || *type == 0 || strcmp(type, "dumb") == 0) return PURSER_NOT_A_SCREEN;

  if (!purser_open_signal_pipe()) return PURSER_NO_PIPE;
  is_utf8 = purser_locale();
  purser_remember_shell();
  // $LINES and $COLUMNS, if exported by a shell, are outdated.
  use_env(FALSE);
#if NCURSES_VERSION_PATCH >= 20120714
  use_tioctl(TRUE);
#endif
  // All first: `newterm` changes the modes already, and a death from now on must be cleaned up.
  static bool is_registered;
  if (!is_registered) is_registered = atexit(at_exit) == 0;
  purser_catch_signals();
  purser_common->is_entered = 1;
  screen = open_as_something(type);
  if (screen == NULL) {
    purser_common->is_entered = 0;
    purser_release_signals();
    return PURSER_UNKNOWN_TYPE;
  }
  if (!can_address() || !purser_open_input()) {
    endwin();
    purser_common->is_entered = 0;
    purser_release_signals();
    delscreen(screen);
    screen = NULL;
    return PURSER_NOT_A_SCREEN;
  }
  purser_prepare_restore();
  // Again: `newterm` has handlers of its own for some of them.
  purser_catch_signals();
  purser_redirect_errors(log);
  // Before its first return from the shell, curses sends its output after every movement of the
  // cursor, in hundreds of writes; after that, a frame is sent in one.
  endwin();
  raw();
  noecho();
  nonl();
  // Curses would interrupt a refresh for a waiting key; a frame is painted whole.
  typeahead(-1);
  keypad(stdscr, TRUE);
  open_colors();
  purser_adopt_size();
  enter();
  return PURSER_OPENED;
}

void purser_close(void) {
  if (screen == NULL) return;
  leave();
  purser_release_signals();
  purser_return_errors();
  purser_close_input();
  delscreen(screen);
  screen = NULL;
}

/// Takes the screen again after the shell had the terminal.
static void take_again(void) {
  // The shell's modes may have changed meanwhile; the last ones are to be restored.
  purser_remember_shell();
  def_shell_mode();
  reset_prog_mode();
  purser_common->is_entered = 1;
  purser_adopt_size();
  enter();
}

void purser_suspend(void) {
  if (screen == NULL) return;
  char log[sizeof purser_common->log];
  memcpy(log, purser_common->log, sizeof log);
  leave();
  purser_return_errors();
  purser_stop_job();
  purser_redirect_errors(log[0] == 0 ? NULL : log);
  take_again();
}

void purser_retake(void) {
  // The guard, if there is one, restored the terminal when it saw the program stopped. Without one
  // nothing did.
  if (screen == NULL || purser_common->is_entered) {
    purser_invalidate();
    if (screen != NULL) reset_prog_mode();
    return;
  }
  endwin();
  take_again();
}

bool purser_is_utf8(void) {
  return is_utf8;
}

const char *purser_type(void) {
  return getenv("TERM");
}

int32_t purser_colors(void) {
  if (refuses_colors()) return 0;
  return has_colors() ? COLORS : 0;
}

int32_t purser_described_colors(const char *type) {
  int problem = 0;
  if (setupterm(type, STDERR_FILENO, &problem) != OK) return -1;
  char *name = "colors";
  int colors = tigetnum(name);
  del_curterm(cur_term);
  return colors > 0 ? colors : 0;
}

purser_size purser_screen_size(void) {
  purser_size size = {getmaxx(stdscr), getmaxy(stdscr)};
  return size;
}

purser_size purser_adopt_size(void) {
  struct winsize window;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_row > 0 && window.ws_col > 0) {
    if (is_term_resized(window.ws_row, window.ws_col)) resizeterm(window.ws_row, window.ws_col);
  }
  return purser_screen_size();
}
