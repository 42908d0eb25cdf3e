#pragma once

// The whole of curses that the program needs, in plain C types: Swift cannot import curses' macros,
// variadics and mutable globals, and must never see its headers (macOS has two that disagree).
// There is one screen in a process and one thread that calls what is declared here, apart from
// what says otherwise.

#include <stdbool.h>
#include <stdint.h>

/// Forks. The process that was started stays behind as the guard and never returns from here: it
/// waits, and when its child has died of anything, SIGKILL included, it puts the terminal back and
/// ends as the child did. The child runs `program` and ends with it, in success. Must be called before
/// any thread exists. Returns without forking where neither standard input nor output is a terminal.
void purser_guard(void (*program)(void));
/// Makes every block of a megabyte or more go back to the system at once when it is freed.
void purser_settle_heap(void);
/// Keeps this process's memory, with the secrets in it, out of core dumps and from debuggers of the
/// same user; what it starts writes no core dumps either.
void purser_forbid_core_dumps(void);
/// Lets the process have as many files and connections open as the system allows it, and tells how many.
long purser_allow_files(void);
/// Unmaps the program's instructions, most of which it needed only to start; the others come back by
/// themselves.
void purser_let_go_of_instructions(void);

enum purser_opened {
  PURSER_OPENED,
  /// Standard input or output is not a terminal.
  PURSER_NOT_A_TERMINAL,
  /// TERM is unset or dumb, or describes something without cursor addressing.
  PURSER_NOT_A_SCREEN,
  /// Neither TERM nor any of xterm-256color, xterm and vt100 is in the terminfo database.
  PURSER_UNKNOWN_TYPE,
  /// The pipe that signals are told through could not be made; errno says why.
  PURSER_NO_PIPE,
};

enum purser_color_choice {
  /// As TERM describes the terminal, or as 24 bits where COLORTERM says so; none with NO_COLOR.
  PURSER_COLORS_AUTOMATIC,
  PURSER_COLORS_NEVER,
  /// As TERM describes the terminal, NO_COLOR or not.
  PURSER_COLORS_DESCRIBED,
  /// 24 bits, where the terminfo database describes such a terminal.
  PURSER_COLORS_DIRECT,
};

/// Takes the terminal over: locale, curses, raw keys, colours, bracketed paste, signal handlers.
/// Standard error goes to `log` (created 0600, appended to) until `purser_close`, or nowhere where
/// `log` is NULL or cannot be opened.
enum purser_opened purser_open(const char *log, enum purser_color_choice colors);
/// Gives the terminal, standard error and the signal handlers back. Harmless when nothing is open.
void purser_close(void);
/// Stops the whole job as Ctrl-Z does, with the terminal given back meanwhile; returns when it is
/// continued and the screen is taken again.
void purser_suspend(void);
/// Takes the screen again after this process alone was stopped and continued from outside.
void purser_retake(void);
/// Writes the restoring codes and the line discipline of `stty sane`. For terminals that a killed
/// program left in disorder. False where standard input is not a terminal.
bool purser_reset(void);

/// Sets LC_CTYPE, and nothing else, and tells whether it holds UTF-8.
bool purser_locale(void);
/// Whether the open screen takes UTF-8.
bool purser_is_utf8(void);
/// TERM, or NULL.
const char *purser_type(void);
/// How many colours the open screen makes use of; 0 for none.
int32_t purser_colors(void);
/// How many colours the terminfo database describes a terminal with; −1 where it knows none of that
/// name, and 0 without colour. Not while a screen is open.
int32_t purser_described_colors(const char *type);
/// Has the terminal report clicks and the wheel, or not; suspended and taken up with the screen.
void purser_listen_to_mouse(bool listens);

typedef struct {
  int32_t columns, rows;
} purser_size;

/// The size curses draws for.
purser_size purser_screen_size(void);
/// Asks the kernel for the size and makes curses draw for it.
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

/// The number of a colour pair, −1 being the terminal's own colour. Pairs are made when they are
/// first asked for; 0, the terminal's own colours, is the answer when there is no room for more.
int32_t purser_pair(int32_t foreground, int32_t background);
/// Frees all pairs. What is on the screen must be painted anew.
void purser_forget_pairs(void);
/// Draws glyphs of one style. What does not fit the screen is cut off.
void purser_draw(
  int32_t row, int32_t column, const purser_glyph *glyphs, int32_t count, uint32_t attributes,
  int32_t pair);
void purser_erase(void);
/// Makes the next refresh send every cell.
void purser_invalidate(void);
/// Sends what has changed, and places the cursor.
void purser_refresh(int32_t row, int32_t column, bool shows_cursor);
/// Writes bytes to the terminal past curses, which must have nothing left to send: what they do may
/// not change what is on the screen or where the cursor is.
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
  /// `CSI <`: a report of the mouse follows.
  PURSER_KEY_MOUSE_BEGIN,
  /// Function key n is this plus n.
  PURSER_KEY_FUNCTION = 100,
};

enum purser_code_kind {
  PURSER_NOTHING,
  /// `value` is what the terminal sent: a scalar value, control codes included.
  PURSER_CHARACTER,
  /// `value` is a `purser_key`.
  PURSER_KEY,
  /// A key the program has no name for.
  PURSER_OTHER_KEY,
};

typedef struct {
  enum purser_code_kind kind;
  uint32_t value;
} purser_code;

/// The next code from the keyboard; waits for one at most `milliseconds`.
purser_code purser_next_code(int32_t milliseconds);
/// How long an Escape is waited on, in milliseconds: $ESCDELAY or 50.
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
  /// SIGCONT, the process having been stopped by someone else than `purser_suspend`.
  bool continued;
  /// The terminal is no more.
  bool gone;
} purser_wake;

/// Sleeps until a key, a note in the mailbox, a signal, or until `milliseconds` are over; negative
/// means for ever.
purser_wake purser_wait(int32_t mailbox, int32_t milliseconds);

/// Stops all timers that the process has by descriptor, and starts them again with what was left of
/// them. Swift's tasks run on libdispatch, which looks once a second, by such a timer, whether its
/// threads are blocked; that wakes an idle program 86,400 times a day. Between the two nothing may
/// wait for a time that libdispatch tells. The terminal's thread only.
void purser_stop_timers(void);
void purser_start_timers(void);

/// A pipe whose ends do not block and are closed on exec; false and errno where there is none to be
/// had. Any thread.
bool purser_pipe(int32_t ends[2]);
/// What the last call that failed has left in errno, a macro. Any thread, of its own calls.
int32_t purser_errno(void);
/// Makes the pipe readable. Any thread.
void purser_pipe_wake(int32_t write_end);
/// Sleeps until the pipe is readable, or a signal comes. Any thread.
void purser_pipe_wait(int32_t read_end);
/// Makes it unreadable again. Any thread.
void purser_pipe_drain(int32_t read_end);
void purser_pipe_close(const int32_t ends[2]);

enum purser_file_kind {
  /// There is none, or it cannot be looked at.
  PURSER_NO_FILE,
  PURSER_REGULAR_FILE,
  PURSER_DIRECTORY,
  PURSER_PIPE,
  PURSER_SOCKET,
  PURSER_DEVICE,
  /// `/dev/null`.
  PURSER_NULL_DEVICE,
};

/// What of `struct stat` is asked for: which module that type belongs to is another in every build of
/// ours, and Swift wants it imported.
typedef struct {
  enum purser_file_kind kind;
  uint32_t owner;
  /// The permissions.
  uint32_t mode;
} purser_file;

/// The file that is open as `descriptor`. Any thread.
purser_file purser_file_open(int32_t descriptor);
/// The file at `path`, or the one that a link there leads to. Any thread.
purser_file purser_file_at(const char *path);
