// For `wcwidth`, which glibc counts among the X/Open extensions.
#define _GNU_SOURCE

#include "private.h"

#include <curses.h>
#include <wchar.h>

/// A theme needs about forty pairs; a run is a row at most and drawn in pieces of this length.
enum { MAX_PAIRS = 1024, PIECE = 256 };

static struct {
  int32_t foreground, background;
} pairs[MAX_PAIRS];
static int32_t pair_count;
static bool has_defaults;

void purser_forget_pairs(void) {
  pair_count = 0;
  has_defaults = use_default_colors() == OK;
}

int32_t purser_pair(int32_t foreground, int32_t background) {
  if (foreground < 0 && background < 0) return 0;
  if (!has_defaults) {
    if (foreground < 0) foreground = COLOR_WHITE;
    if (background < 0) background = COLOR_BLACK;
  }
  for (int32_t index = 0; index < pair_count; index += 1) {
    if (pairs[index].foreground == foreground && pairs[index].background == background) {
      return index + 1;
    }
  }
  int32_t number = pair_count + 1;
  if (pair_count >= MAX_PAIRS || number >= COLOR_PAIRS) return 0;
  // macOS's own curses is older than these functions and has room for 255 pairs.
#if NCURSES_VERSION_PATCH >= 20170401
  if (init_extended_pair(number, foreground, background) == ERR) return 0;
#else
  if (number > 255 || init_pair((short)number, (short)foreground, (short)background) == ERR) {
    return 0;
  }
#endif
  pairs[pair_count].foreground = foreground;
  pairs[pair_count].background = background;
  pair_count = number;
  return number;
}

static attr_t curses_attributes(uint32_t attributes) {
  attr_t result = A_NORMAL;
  if (attributes & PURSER_BOLD) result |= A_BOLD;
  if (attributes & PURSER_DIM) result |= A_DIM;
  if (attributes & PURSER_REVERSE) result |= A_REVERSE;
  if (attributes & PURSER_UNDERLINED) result |= A_UNDERLINE;
  return result;
}

static bool is_control(uint32_t base) {
  return base < 0x20 || (base >= 0x7f && base < 0xa0);
}

/// Whether it is one printable ASCII character, as most are.
static bool is_plain(const purser_glyph *glyph) {
  return glyph->base >= 0x20 && glyph->base < 0x7f && glyph->width == 1 && glyph->marks[0] == 0;
}

/// Makes one curses character of a glyph. Replaces everything that would move the cursor
/// unexpectedly (controls, glyphs whose width the C library sees differently) by a question mark.
static void compose(cchar_t *made, const purser_glyph *glyph, attr_t attributes, int pair) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  uint32_t base = glyph->base;
  if (is_plain(glyph)) {
    text[0] = (wchar_t)base;
  } else if (is_control(base) || wcwidth((wchar_t)base) != (int)glyph->width) {
    text[0] = base == 0 ? L' ' : L'?';
  } else {
    text[0] = (wchar_t)base;
    for (int index = 0; index < 4 && index + 1 < CCHARW_MAX; index += 1) {
      if (glyph->marks[index] == 0 || wcwidth((wchar_t)glyph->marks[index]) != 0) break;
      text[index + 1] = (wchar_t)glyph->marks[index];
    }
  }
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS
  // `COLOR_PAIR` holds eight bits; larger pair numbers are passed by pointer.
  if (setcchar(made, text, attributes, 0, &pair) == ERR) setcchar(made, L"?", attributes, 0, &pair);
#else
  short narrow = (short)pair;
  if (setcchar(made, text, attributes, narrow, NULL) == ERR) {
    setcchar(made, L"?", attributes, narrow, NULL);
  }
#endif
}

void purser_draw(
  int32_t row, int32_t column, const purser_glyph *glyphs, int32_t count, uint32_t attributes,
  int32_t pair) {
  cchar_t piece[PIECE + 1];
  attr_t style = curses_attributes(attributes);
  int32_t columns = getmaxx(stdscr);
  int32_t next = 0;
  // The plain character that was composed last; 0 for none.
  uint32_t last = 0;
  while (next < count && column < columns) {
    int32_t length = 0, width = 0;
    while (next < count && length + 2 <= PIECE && column + width < columns) {
      purser_glyph glyph = glyphs[next];
      // A wide glyph in the last column would wrap.
      if (glyph.width != 2 || column + width + 2 > columns) glyph.width = 1;
      bool repeats = length > 0 && glyph.base == last && is_plain(&glyph);
      if (repeats) piece[length] = piece[length - 1];
      else compose(&piece[length], &glyph, style, pair);
      last = is_plain(&glyph) ? glyph.base : 0;
      bool is_half = glyph.width == 2 && wcwidth((wchar_t)glyph.base) != 2;
      length += 1;
      width += (int32_t)glyph.width;
      if (is_half) {
        purser_glyph blank = {.base = L' ', .width = 1};
        compose(&piece[length], &blank, style, pair);
        length += 1;
      }
      next += 1;
    }
    mvadd_wchnstr(row, column, piece, length);
    column += width;
  }
}

void purser_erase(void) {
  erase();
}

void purser_invalidate(void) {
  clearok(curscr, TRUE);
}

void purser_refresh(int32_t row, int32_t column, bool shows_cursor) {
  curs_set(shows_cursor ? 1 : 0);
  if (row >= 0 && row < getmaxy(stdscr) && column >= 0 && column < getmaxx(stdscr)) {
    move(row, column);
  }
  refresh();
}
