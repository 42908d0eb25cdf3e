#include "private.h"

#include <curses.h>
#include <stdlib.h>

enum { CODE_PASTE_BEGIN = 2000, CODE_PASTE_END = 2001, CODE_MOUSE_BEGIN = 2002 };

/// Keys are read from a pad, because reading from a window refreshes it.
static WINDOW *keys;

int32_t purser_escape_delay(void) {
  const char *asked = getenv("ESCDELAY");
  if (asked != NULL && *asked != 0) {
    char *end = NULL;
    long milliseconds = strtol(asked, &end, 10);
    if (*end == 0 && milliseconds > 0 && milliseconds <= 10000) return (int32_t)milliseconds;
  }
  return 50;
}

bool purser_open_input(void) {
  set_escdelay(purser_escape_delay());
  keys = newpad(1, 1);
  if (keys == NULL) return false;
  keypad(keys, TRUE);
  define_key("\033[200~", CODE_PASTE_BEGIN);
  define_key("\033[201~", CODE_PASTE_END);
  // Curses would decode only what it has asked for itself, and hand the rest on as letters.
  keyok(KEY_MOUSE, FALSE);
  define_key("\033[<", CODE_MOUSE_BEGIN);
  return true;
}

void purser_close_input(void) {
  if (keys != NULL) delwin(keys);
  keys = NULL;
}

static uint32_t named(wint_t code) {
  switch (code) {
  case KEY_UP: return PURSER_KEY_UP;
  case KEY_DOWN: return PURSER_KEY_DOWN;
  case KEY_LEFT: return PURSER_KEY_LEFT;
  case KEY_RIGHT: return PURSER_KEY_RIGHT;
  case KEY_HOME: case KEY_FIND: case KEY_A1: return PURSER_KEY_HOME;
  case KEY_END: case KEY_SELECT: case KEY_C1: return PURSER_KEY_END;
  case KEY_PPAGE: case KEY_A3: return PURSER_KEY_PAGE_UP;
  case KEY_NPAGE: case KEY_C3: return PURSER_KEY_PAGE_DOWN;
  case KEY_IC: return PURSER_KEY_INSERT;
  case KEY_DC: return PURSER_KEY_DELETE;
  case KEY_BACKSPACE: return PURSER_KEY_BACKSPACE;
  case KEY_ENTER: return PURSER_KEY_ENTER;
  case KEY_BTAB: return PURSER_KEY_BACK_TAB;
  case CODE_PASTE_BEGIN: return PURSER_KEY_PASTE_BEGIN;
  case CODE_PASTE_END: return PURSER_KEY_PASTE_END;
  case CODE_MOUSE_BEGIN: return PURSER_KEY_MOUSE_BEGIN;
  default: break;
  }
  if (code > KEY_F0 && code <= KEY_F(63)) return PURSER_KEY_FUNCTION + (uint32_t)(code - KEY_F0);
  return 0;
}

purser_code purser_next_code(int32_t milliseconds) {
  purser_code nothing = {PURSER_NOTHING, 0};
  if (keys == NULL) return nothing;
  wtimeout(keys, milliseconds);
  wint_t code = 0;
  switch (wget_wch(keys, &code)) {
  case OK: return (purser_code){PURSER_CHARACTER, (uint32_t)code};
  case KEY_CODE_YES: break;
  default: return nothing;
  }
  uint32_t key = named(code);
  if (key == 0) return (purser_code){PURSER_OTHER_KEY, 0};
  return (purser_code){PURSER_KEY, key};
}
