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

/// The locale in the environment, by POSIX's order of precedence; empty for none.
static const char *requested(void) {
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
  // An installed locale with another codeset, such as C, declares what the terminal accepts: UTF-8
  // would be unreadable. A missing locale (ssh passes on the other machine's names), or none, says
  // nothing about the terminal, and most terminals use UTF-8.
  if (set != NULL && *requested() != 0) return false;
  static const char *const fallbacks[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
  for (size_t index = 0; index < sizeof fallbacks / sizeof *fallbacks; index += 1) {
    if (setlocale(LC_CTYPE, fallbacks[index]) != NULL && holds_utf8()) return true;
  }
  setlocale(LC_CTYPE, "C");
  return false;
}
