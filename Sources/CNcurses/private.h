#pragma once

#include "CNcurses.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <termios.h>

/// The state that the program and its guard share in memory.
typedef struct {
  /// Whether the program has the screen: alternate screen, raw keys.
  volatile sig_atomic_t is_entered;
  /// The terminal's modes in the shell.
  struct termios shell;
  volatile sig_atomic_t has_shell;
  /// Restores the screen, as the terminal's description says; empty until that is read.
  char restore[256];
  volatile sig_atomic_t restore_length;
  /// The file for standard error while the screen is up; empty for none.
  char log[1024];
} purser_shared;

/// Never NULL: private to this process if there is no guard.
extern purser_shared *purser_common;
/// Readable, at its end, when the guard has died; −1 without a guard.
extern int purser_guard_pipe;

// memory.c
/// Makes all threads allocate from one arena, whose free blocks they share. Of threads that exist by
/// then, each keeps its own.
void purser_use_one_arena(void);

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
/// False and errno if the pipe cannot be made.
bool purser_open_signal_pipe(void);
/// Sets the handlers. A second call sets those again that somebody replaced.
void purser_catch_signals(void);
void purser_release_signals(void);
/// Stops this process group; returns when it is continued.
void purser_stop_job(void);

// input.c
/// False if memory is exhausted.
bool purser_open_input(void);
void purser_close_input(void);

enum {
  PURSER_BYTE_QUIT = 'q',
  PURSER_BYTE_RESIZED = 'r',
  PURSER_BYTE_STOP = 's',
  PURSER_BYTE_CONTINUED = 'c',
};
