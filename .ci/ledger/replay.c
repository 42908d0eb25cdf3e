/* Asks SQLite again what record.c wrote down, on a new file, and times the transactions: the same
   statements with the same values, every column of every row read, prepared once as they were.

   cc -O2 -o replay replay.c -lsqlite3
   replay RECORDING DATABASE LAST     times the last LAST of the transactions that commit */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <time.h>

static const unsigned char *at, *end;
static int64_t get(void) { int64_t n; memcpy(&n, at, 8); at += 8; return n; }
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}
static int compare(const void *a, const void *b) {
  double x = *(double *)a, y = *(double *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: replay RECORDING DATABASE LAST\n"), 2;
  int file = open(argv[1], O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about)) return perror(argv[1]), 1;
  at = mmap(0, about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  end = at + about.st_size;
  for (const unsigned char *p = at; p < end; p += 4096) (void)*(volatile const unsigned char *)p;
  sqlite3 *db;
  if (sqlite3_open_v2(argv[2], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, 0)) return 1;
  sqlite3_extended_result_codes(db, 1);
  long capacity = 1 << 20, last = atol(argv[3]), commits = 0, statements = 0, counted = 0;
  sqlite3_stmt **known = calloc(capacity, sizeof *known);
  char *kinds = calloc(capacity, 1);
  double *times = calloc(capacity, sizeof *times), *stamps = calloc(capacity, sizeof *stamps);
  double begun = 0;
  volatile int64_t sum = 0;
  while (at < end) {
    char letter = *at++;
    int64_t n = get();
    if (n >= capacity) return fprintf(stderr, "too many statements\n"), 1;
    sqlite3_stmt *s = known[n];
    int64_t k, length;
    switch (letter) {
    case 'P':
      length = get();
      if (sqlite3_prepare_v3(db, (const char *)at, length, SQLITE_PREPARE_PERSISTENT, &known[n], 0))
        return fprintf(stderr, "%.*s: %s\n", (int)length, at, sqlite3_errmsg(db)), 1;
      kinds[n] = !strncasecmp((const char *)at, "BEGIN", 5) ? 'b' : !strncasecmp((const char *)at, "COMMIT", 6) ? 'c' : 0;
      at += length;
      break;
    case 'N': sqlite3_bind_null(s, get()); break;
    case 'I': k = get(); sqlite3_bind_int64(s, k, get()); break;
    case 'T': k = get(); length = get(); sqlite3_bind_text(s, k, (const char *)at, length, SQLITE_STATIC); at += length; break;
    case 'B': k = get(); length = get(); sqlite3_bind_blob(s, k, at, length, SQLITE_STATIC); at += length; break;
    case 'S': {
      if (kinds[n] == 'b') begun = now();
      int code = sqlite3_step(s);
      statements++;
      if (code == SQLITE_ROW)
        for (int column = 0, columns = sqlite3_data_count(s); column < columns; column++)
          switch (sqlite3_column_type(s, column)) {
          case SQLITE_INTEGER: sum += sqlite3_column_int64(s, column); break;
          case SQLITE_TEXT: sum += sqlite3_column_text(s, column)[0] + sqlite3_column_bytes(s, column); break;
          case SQLITE_BLOB: sqlite3_column_blob(s, column); sum += sqlite3_column_bytes(s, column); break;
          }
      else if (code != SQLITE_DONE)
        return fprintf(stderr, "%s: %s\n", sqlite3_sql(s), sqlite3_errmsg(db)), 1;
      if (kinds[n] == 'c' && commits < capacity) {
        stamps[commits] = now();
        times[commits] = stamps[commits] - begun;
        commits++;
        counted = statements;
      }
      break;
    }
    case 'R': sqlite3_reset(s); break;
    case 'C': sqlite3_clear_bindings(s); break;
    case 'F': sqlite3_finalize(s); known[n] = 0; break;
    default: return fprintf(stderr, "not a recording\n"), 1;
    }
  }
  if (commits <= last) return fprintf(stderr, "only %ld transactions\n", commits), 1;
  double elapsed = stamps[commits - 1] - stamps[commits - 1 - last];
  qsort(times + commits - last, last, sizeof *times, compare);
  double *kept = times + commits - last;
  printf("replay: %.0f /s p50 %.3f ms p99 %.3f ms max %.3f ms (%ld)\n", last / elapsed, kept[last / 2] * 1e3,
         kept[last * 99 / 100] * 1e3, kept[last - 1] * 1e3, last);
  return 0;
}
