#pragma once

// The part of curses that the program needs, in plain C types: Swift cannot import curses' macros,
// variadics and mutable globals, and must never see its headers (macOS has two that conflict). A
// process has one screen, and one thread calls these functions, unless stated otherwise.

#include <stdbool.h>
#include <stdint.h>

/// Forks. The original process stays as the guard and never returns from here: it waits, and when
/// its child dies for any reason, including SIGKILL, it restores the terminal and exits in the same
/// way. The child runs `program` and then exits successfully. Must be called before any thread
/// exists. Returns without forking if neither standard input nor output is a terminal.
void purser_guard(void (*program)(void));
/// Makes every block of a megabyte or more go back to the system as soon as it is freed.
void purser_limit_heap(void);
/// Gives the free pages of the heap back to the system, once a minute at most: the other calls, and
/// those of the first minute, do nothing. Takes some milliseconds.
void purser_trim_heap(void);
/// Keeps this process's memory, which contains secrets, out of core dumps and from debuggers of the
/// same user; its child processes write no core dumps either.
void purser_forbid_core_dumps(void);
/// Raises the limit of open files and connections as far as allowed; returns the new limit.
long purser_allow_files(void);
/// Unmaps the program's instructions, most of which are only needed at startup; the others are
/// mapped again on demand.
void purser_unmap_text(void);

enum purser_opened {
  PURSER_OPENED,
  /// Standard input or output is not a terminal.
  PURSER_NOT_A_TERMINAL,
  /// TERM is unset or dumb, or describes something without cursor addressing.
  PURSER_NOT_A_SCREEN,
  /// Neither TERM nor any of xterm-256color, xterm and vt100 is in the terminfo database.
  PURSER_UNKNOWN_TYPE,
  /// The pipe for signals could not be made; errno has the reason.
  PURSER_NO_PIPE,
};

enum purser_color_choice {
  /// As TERM describes the terminal, or 24 bits if COLORTERM says so; none with NO_COLOR.
  PURSER_COLORS_AUTOMATIC,
  PURSER_COLORS_NEVER,
  /// As TERM describes the terminal, regardless of NO_COLOR.
  PURSER_COLORS_DESCRIBED,
  /// 24 bits, if the terminfo database describes such a terminal.
  PURSER_COLORS_DIRECT,
};

/// Opens the screen: locale, curses, raw keys, colours, bracketed paste, signal handlers. Standard
/// error goes to `log` (created 0600, appended to) until `purser_close`, or nowhere if `log` is
/// NULL or cannot be opened.
enum purser_opened purser_open(const char *log, enum purser_color_choice colors);
/// Restores the terminal, standard error and the signal handlers. Harmless when nothing is open.
void purser_close(void);
/// Stops the whole job as Ctrl-Z does, with the terminal restored meanwhile; returns when it is
/// continued and the screen is open again.
void purser_suspend(void);
/// Takes the screen again after this process alone was stopped and continued from outside.
void purser_retake(void);
/// Writes the restoring codes and sets the line discipline of `stty sane`, for terminals after a
/// killed program. False if standard input is not a terminal.
bool purser_reset(void);

/// Sets LC_CTYPE only; returns whether it is UTF-8.
bool purser_locale(void);
/// Whether the open screen takes UTF-8.
bool purser_is_utf8(void);
/// TERM, or NULL.
const char *purser_type(void);
/// The number of colours that the open screen uses; 0 for none.
int32_t purser_colors(void);
/// The number of colours in the terminfo description of a terminal; −1 for an unknown name, 0
/// without colour. Must not be called while a screen is open.
int32_t purser_described_colors(const char *type);
/// Enables or disables mouse reports of clicks and the wheel; suspended along with the screen.
void purser_enable_mouse(bool listens);

typedef struct {
  int32_t columns, rows;
} purser_size;

/// The size that curses draws for.
purser_size purser_screen_size(void);
/// Gets the size from the kernel and makes curses draw for it.
purser_size purser_adopt_size(void);

enum purser_attribute {
  PURSER_BOLD = 1,
  PURSER_DIM = 2,
  PURSER_REVERSE = 4,
  PURSER_UNDERLINED = 8,
};

typedef struct {
  /// A Unicode scalar value.
  uint32_t base;
  /// Combining marks, ended by 0.
  uint32_t marks[4];
  /// In columns, 1 or 2.
  uint32_t width;
} purser_glyph;

/// The number of a colour pair; −1 means the terminal's default colour. Pairs are allocated on
/// first use; returns 0, the terminal's default colours, if there is no room for more.
int32_t purser_pair(int32_t foreground, int32_t background);
/// Frees all pairs. The screen must be painted anew.
void purser_forget_pairs(void);
/// Draws glyphs of one style, clipped to the screen.
void purser_draw(
  int32_t row, int32_t column, const purser_glyph *glyphs, int32_t count, uint32_t attributes,
  int32_t pair);
void purser_erase(void);
/// Makes the next refresh send every cell.
void purser_invalidate(void);
/// Sends all changes, and places the cursor.
void purser_refresh(int32_t row, int32_t column, bool shows_cursor);
/// Writes bytes to the terminal, bypassing curses, which must have nothing left to send. They must
/// not change the screen's content or the cursor position.
void purser_send(const uint8_t *bytes, int32_t count);

enum purser_key {
  PURSER_KEY_UP = 1,
  PURSER_KEY_DOWN,
  PURSER_KEY_LEFT,
  PURSER_KEY_RIGHT,
  PURSER_KEY_HOME,
  PURSER_KEY_END,
  PURSER_KEY_PAGE_UP,
  PURSER_KEY_PAGE_DOWN,
  PURSER_KEY_INSERT,
  PURSER_KEY_DELETE,
  PURSER_KEY_BACKSPACE,
  PURSER_KEY_ENTER,
  PURSER_KEY_BACK_TAB,
  PURSER_KEY_PASTE_BEGIN,
  PURSER_KEY_PASTE_END,
  /// `CSI <`: a mouse report follows.
  PURSER_KEY_MOUSE_BEGIN,
  /// Function key n is this plus n.
  PURSER_KEY_FUNCTION = 100,
};

enum purser_code_kind {
  PURSER_NOTHING,
  /// `value` is a scalar value from the terminal, control codes included.
  PURSER_CHARACTER,
  /// `value` is a `purser_key`.
  PURSER_KEY,
  /// A key that the program does not use.
  PURSER_OTHER_KEY,
};

typedef struct {
  enum purser_code_kind kind;
  uint32_t value;
} purser_code;

/// The next code from the keyboard; waits at most `milliseconds` for it.
purser_code purser_next_code(int32_t milliseconds);
/// How long to wait after an Escape, in milliseconds: $ESCDELAY or 50.
int32_t purser_escape_delay(void);

typedef struct {
  /// There are keys to read.
  bool keys;
  /// `mailbox` is readable.
  bool mail;
  /// SIGTERM, SIGINT, or the guard has died.
  bool quit;
  /// SIGWINCH.
  bool resized;
  /// SIGTSTP from outside.
  bool stop;
  /// SIGCONT, after a stop by another process.
  bool continued;
  /// The terminal is gone.
  bool gone;
} purser_wake;

/// Sleeps until a key, a note in the mailbox, a signal, or until `milliseconds` have passed;
/// negative waits without limit.
purser_wake purser_wait(int32_t mailbox, int32_t milliseconds);

/// Stops all of the process's timerfd timers; `purser_start_timers` restarts them with their
/// remaining time. Swift's tasks run on libdispatch, which checks once a second, by such a timer,
/// whether its threads are blocked; that wakes an idle program 86,400 times a day. Between the two
/// calls nothing may depend on libdispatch's timers. Only for the terminal's thread.
void purser_stop_timers(void);
void purser_start_timers(void);

/// Whether the process ignores the signal, as nohup has it ignore SIGHUP. Any thread.
bool purser_ignores(int32_t number);

/// Makes a pipe whose ends do not block and are closed on exec; false and errno on failure. Any
/// thread.
bool purser_pipe(int32_t ends[2]);
/// errno, which is a macro, of this thread's last failed call. Any thread.
int32_t purser_errno(void);
/// Makes the pipe readable. Any thread.
void purser_pipe_wake(int32_t write_end);
/// Sleeps until the pipe is readable, or a signal arrives. Any thread.
void purser_pipe_wait(int32_t read_end);
/// Makes it unreadable again. Any thread.
void purser_pipe_drain(int32_t read_end);
void purser_pipe_close(const int32_t ends[2]);

enum purser_file_kind {
  /// There is no file, or it is not accessible.
  PURSER_NO_FILE,
  PURSER_REGULAR_FILE,
  PURSER_DIRECTORY,
  PURSER_PIPE,
  PURSER_SOCKET,
  PURSER_DEVICE,
  /// `/dev/null`.
  PURSER_NULL_DEVICE,
};

/// The required part of `struct stat`, whose module differs between our builds, while Swift
/// requires an import of it.
typedef struct {
  enum purser_file_kind kind;
  uint32_t owner;
  /// The permissions.
  uint32_t mode;
} purser_file;

/// The file that is open as `descriptor`. Any thread.
purser_file purser_file_open(int32_t descriptor);
/// The file at `path`, following links. Any thread.
purser_file purser_file_at(const char *path);
