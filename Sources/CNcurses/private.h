#pragma once

#include "CNcurses.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <termios.h>

/// What the program and its guard both see, in memory they share.
typedef struct {
  /// Whether the screen is the program's: alternate screen, raw keys.
  volatile sig_atomic_t is_entered;
  /// The terminal as the shell had it.
  struct termios shell;
  volatile sig_atomic_t has_shell;
  /// Gives the screen back; ready to be written when `is_entered` is set.
  char restore[256];
  size_t restore_length;
  /// Where standard error goes while the screen is up; empty for nowhere.
  char log[1024];
} purser_shared;

/// Never NULL: this process' own until there is a guard.
extern purser_shared *purser_common;
/// Readable, at its end, when the guard is dead; −1 without a guard.
extern int purser_guard_pipe;

// restore.c
void purser_remember_shell(void);
void purser_prepare_restore(void);
/// Async-signal-safe. Writes the restoring codes and sets the shell's line discipline, once, if the
/// screen is entered.
void purser_restore_now(void);
void purser_write(int descriptor, const char *bytes, size_t count);
bool purser_is_foreground(void);
void purser_redirect_errors(const char *log);
/// Async-signal-safe.
void purser_return_errors(void);

// signals.c
/// False, and errno, where there is no pipe to be had.
bool purser_open_signal_pipe(void);
void purser_catch_signals(void);
void purser_release_signals(void);
/// Stops this process group; returns when it is continued.
void purser_stop_job(void);

// input.c
/// False where there is no memory.
bool purser_open_input(void);
void purser_close_input(void);

enum {
  PURSER_BYTE_QUIT = 'q',
  PURSER_BYTE_RESIZED = 'r',
  PURSER_BYTE_STOP = 's',
  PURSER_BYTE_CONTINUED = 'c',
};
