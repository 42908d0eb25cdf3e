#include "private.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool holds_utf8(void) {
  const char *codeset = nl_langinfo(CODESET);
  return strcasecmp(codeset, "UTF-8") == 0 || strcasecmp(codeset, "UTF8") == 0;
}

/// What the environment asks for, by POSIX's order of precedence; empty for nothing.
static const char *asked_for(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index += 1) {
    const char *value = getenv(names[index]);
    if (value != NULL && *value != 0) return value;
  }
  return "";
}

bool purser_locale(void) {
  const char *set = setlocale(LC_CTYPE, "");
  if (set != NULL && holds_utf8()) return true;
  // An installed locale of another codeset, C among them, is what this terminal was declared to
  // take: UTF-8 would be noise on it. A locale that is missing (ssh carries over names of the other
  // machine's), or none at all, says nothing of the terminal, and terminals are UTF-8.
  if (set != NULL && *asked_for() != 0) return false;
  static const char *const fallbacks[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
  for (size_t index = 0; index < sizeof fallbacks / sizeof *fallbacks; index += 1) {
    if (setlocale(LC_CTYPE, fallbacks[index]) != NULL && holds_utf8()) return true;
  }
  setlocale(LC_CTYPE, "C");
  return false;
}
