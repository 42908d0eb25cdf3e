#include "private.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_PASTE_BEGIN = 2000, CODE_PASTE_END = 2001, CODE_MOUSE_BEGIN = 2002 };

/// Keys are read from a pad, because reading from a window refreshes it.
static WINDOW *keys;

int32_t purser_escape_delay(void) {
  const char *value = getenv("ESCDELAY");
  if (value != NULL && *value != 0) {
    char *end = NULL;
    long milliseconds = strtol(value, &end, 10);
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
  // Curses would decode only the reports it enabled itself, and return others as characters.
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

/// Removes Shift, Alt and Ctrl: with them a key has a code of its own, most of which curses knows
/// only by name.
static uint32_t modified(wint_t code) {
  static const struct {
    const char *name;
    uint32_t key;
  } names[] = {
    {"kUP", PURSER_KEY_UP},       {"kDN", PURSER_KEY_DOWN},     {"kLFT", PURSER_KEY_LEFT},
    {"kRIT", PURSER_KEY_RIGHT},   {"kHOM", PURSER_KEY_HOME},    {"kEND", PURSER_KEY_END},
    {"kPRV", PURSER_KEY_PAGE_UP}, {"kNXT", PURSER_KEY_PAGE_DOWN}, {"kIC", PURSER_KEY_INSERT},
    {"kDC", PURSER_KEY_DELETE},
  };
  switch (code) {
  case KEY_SR: return PURSER_KEY_UP;
  case KEY_SF: return PURSER_KEY_DOWN;
  case KEY_SLEFT: return PURSER_KEY_LEFT;
  case KEY_SRIGHT: return PURSER_KEY_RIGHT;
  case KEY_SHOME: return PURSER_KEY_HOME;
  case KEY_SEND: return PURSER_KEY_END;
  case KEY_SPREVIOUS: return PURSER_KEY_PAGE_UP;
  case KEY_SNEXT: return PURSER_KEY_PAGE_DOWN;
  case KEY_SIC: return PURSER_KEY_INSERT;
  case KEY_SDC: return PURSER_KEY_DELETE;
  default: break;
  }
  const char *name = keyname((int)code);
  if (name == NULL) return 0;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    size_t length = strlen(names[index].name);
    if (strncmp(name, names[index].name, length) != 0) continue;
    // The name ends with the number of the modifiers: 2 to 8.
    char last = name[length];
    if (last == 0 || (last >= '2' && last <= '9' && name[length + 1] == 0)) return names[index].key;
  }
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
  if (key == 0) key = modified(code);
  if (key == 0) return (purser_code){PURSER_OTHER_KEY, 0};
  return (purser_code){PURSER_KEY, key};
}
