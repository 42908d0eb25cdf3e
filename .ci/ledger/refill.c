/* Writes the rows of a database into a new file, as fast as SQLite takes them: the tables first, in
   their own order, then the indices, then full text. Prints how long it took but for the reading.

   cc -O2 -o refill refill.c -lsqlite3
   refill DATABASE COPY */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sqlite3 *from, *to;
static long rows;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}
static void fail(sqlite3 *db) { fprintf(stderr, "refill: %s\n", sqlite3_errmsg(db)); exit(1); }
static void run(const char *sql) { if (sqlite3_exec(to, sql, 0, 0, 0)) fail(to); }
static sqlite3_stmt *prepared(sqlite3 *db, char *sql) {
  sqlite3_stmt *s;
  if (sqlite3_prepare_v2(db, sql, -1, &s, 0)) fail(db);
  sqlite3_free(sql);
  return s;
}

/* Reads every value of a table. */
static void scan(const char *table) {
  sqlite3_stmt *all = prepared(from, sqlite3_mprintf("SELECT * FROM \"%w\"", table));
  volatile long sum = 0;
  while (sqlite3_step(all) == SQLITE_ROW)
    for (int k = 0, n = sqlite3_column_count(all); k < n; k++) sum += sqlite3_value_type(sqlite3_column_value(all, k));
  sqlite3_finalize(all);
}

static void copy(const char *table) {
  sqlite3_stmt *all = prepared(from, sqlite3_mprintf("SELECT * FROM \"%w\"", table));
  int columns = sqlite3_column_count(all);
  char *places = sqlite3_mprintf("?");
  for (int k = 1; k < columns; k++) places = sqlite3_mprintf("%z, ?", places);
  sqlite3_stmt *one = prepared(to, sqlite3_mprintf("INSERT INTO \"%w\" VALUES (%z)", table, places));
  while (sqlite3_step(all) == SQLITE_ROW) {
    for (int k = 0; k < columns; k++) sqlite3_bind_value(one, k + 1, sqlite3_column_value(all, k));
    if (sqlite3_step(one) != SQLITE_DONE) fail(to);
    sqlite3_reset(one);
    rows++;
  }
  sqlite3_finalize(all);
  sqlite3_finalize(one);
}

/* Each entry of the schema that a condition names. Full text's own tables are made with it. */
static void each(const char *condition, void (*work)(const char *name), int creates) {
  sqlite3_stmt *entries = prepared(from, sqlite3_mprintf(
    "SELECT name, sql FROM sqlite_master AS entry WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%%' AND %s "
    "AND NOT EXISTS (SELECT 1 FROM sqlite_master AS text WHERE text.sql LIKE 'CREATE VIRTUAL TABLE%%' "
    "AND entry.name GLOB text.name || '_*') ORDER BY rowid", condition));
  while (sqlite3_step(entries) == SQLITE_ROW) {
    if (creates) run((const char *)sqlite3_column_text(entries, 1));
    if (work) work((const char *)sqlite3_column_text(entries, 0));
  }
  sqlite3_finalize(entries);
}

static void rebuild(const char *name) {
  char *sql = sqlite3_mprintf("INSERT INTO \"%w\" (\"%w\") VALUES ('rebuild')", name, name);
  run(sql);
  sqlite3_free(sql);
}

int main(int argc, char **argv) {
  const char *tables = "type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'";
  if (argc != 3) return fprintf(stderr, "usage: refill DATABASE COPY\n"), 2;
  if (sqlite3_open_v2(argv[1], &from, SQLITE_OPEN_READONLY, 0)) fail(from);
  if (sqlite3_open(argv[2], &to)) fail(to);
  each(tables, scan, 0);
  double start = now();
  each(tables, scan, 0);
  double reading = now() - start;
  start = now();
  run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;"
      "PRAGMA cache_size = -262144; PRAGMA temp_store = MEMORY; BEGIN");
  each(tables, copy, 1);
  each("type = 'index'", 0, 1);
  each("type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'", rebuild, 1);
  run("COMMIT");
  sqlite3_close(to);
  int file = open(argv[2], O_RDWR);
  if (file < 0 || fdatasync(file)) return perror(argv[2]), 1;
  printf("refill: %ld rows %.2f s (reading %.2f s left out)\n", rows, now() - start - reading, reading);
  return 0;
}
