// Calls everything of CNcurses that needs a screen, in an order and with values of chance.

#include <stdio.h>
#include <stdlib.h>

#include "CNcurses.h"

static uint64_t state;

static uint32_t chance(uint32_t below) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return below ? (uint32_t)((state >> 16) % below) : 0;
}

// Mostly near the screen, sometimes as far away as a number goes.
static int32_t place(int32_t size) {
  switch (chance(40)) {
  case 0: return INT32_MIN;
  case 1: return INT32_MAX;
  default: return (int32_t)chance((uint32_t)size + 20) - 10;
  }
}

// A scalar value, as Swift's characters have.
static uint32_t scalar(void) {
  static const uint32_t plain[] = {' ', 'a', 0xE4, 0x300, 0x4E2D, 0x1F600, 0x200D, 0x10FFFF, 0x7F, 1};
  if (chance(2)) return plain[chance(10)];
  uint32_t value = chance(0x110000);
  return value >= 0xD800 && value < 0xE000 ? '?' : value;
}

static void draw(void) {
  static purser_glyph glyphs[300];
  int32_t count = (int32_t)chance(300);
  for (int32_t index = 0; index < count; index++) {
    glyphs[index].base = scalar();
    for (int mark = 0; mark < 4; mark++) glyphs[index].marks[mark] = chance(3) ? 0 : scalar();
    glyphs[index].width = 1 + chance(2);
  }
  purser_size size = purser_screen_size();
  int32_t pair = purser_pair((int32_t)chance(0x1000001) - 1, (int32_t)chance(300) - 1);
  purser_draw(place(size.rows), place(size.columns), glyphs, count, chance(16), pair);
}

static const int32_t steps = 600;

static void program(void) {
  int32_t ends[2];
  if (!purser_pipe(ends)) exit(3);
  purser_locale();
  if (purser_open(NULL, (enum purser_color_choice)chance(4)) != PURSER_OPENED) exit(4);
  for (int32_t step = 0; step < steps; step++) {
    purser_size size = purser_screen_size();
    switch (chance(16)) {
    case 0: purser_erase(); break;
    case 1: purser_invalidate(); break;
    case 2: purser_adopt_size(); break;
    case 3: purser_enable_mouse(chance(2)); break;
    case 4: purser_send((const uint8_t *)"\033]0;title\007", 10); break;
    case 5: purser_pipe_wake(ends[1]); break;
    case 6: purser_pipe_drain(ends[0]); break;
    case 7: purser_wait(ends[0], (int32_t)chance(3)); break;
    case 8: purser_next_code((int32_t)chance(3)); break;
    case 9:
      for (int pair = 0; pair < 400; pair++) purser_pair((int32_t)chance(256), (int32_t)chance(256));
      if (chance(2)) purser_forget_pairs();
      break;
    case 10:
      if (chance(10)) break;
      purser_close();
      purser_described_colors(chance(2) ? "linux" : "no such terminal");
      if (purser_open(NULL, (enum purser_color_choice)chance(4)) != PURSER_OPENED) exit(4);
      break;
    case 11:
      if (!chance(10)) purser_retake();
      break;
    case 12: purser_refresh(place(size.rows), place(size.columns), chance(2)); break;
    default: draw();
    }
  }
  purser_close();
  purser_close();
  purser_pipe_close(ends);
}

int main(int count, char **words) {
  state = (count > 1 ? strtoull(words[1], NULL, 10) : 0) + 0x9E3779B97F4A7C15;
  purser_limit_heap();
  purser_trim_heap();
  purser_guard(program);
  return 5;
}
