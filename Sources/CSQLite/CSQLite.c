#include "CSQLite.h"

#include <sqlite3.h>

/// Without SQLite's statistics of memory, which nobody reads: with them each allocation takes a lock
/// of the process, for which parallel readers wait.
__attribute__((constructor)) static void configure(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
