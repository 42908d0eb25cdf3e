/* Writes down what a program asks of SQLite, to be asked again by replay.c: every statement that is
   stepped on the connection that writes, with its values, and how many rows were read of it. With
   RECORD_EVERY in the environment, on all connections.

   cc -shared -fPIC -o record.so record.c -ldl
   LD_PRELOAD=record.so RECORD=FILE program …

   The file: a letter and its operands, integers as 64-bit little-endian, texts with their length.
   P n sql   statement n is this text          N n k      value k of statement n is null
   I n k i   … is an integer                   T n k text / B n k blob   … is a text or a blob
   S n       step                              R n        reset */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *out;
/* The first connection that begins a transaction is the one that writes. */
static sqlite3 *writer;
static int every;
static struct { sqlite3_stmt *statement; int64_t number; } known[1 << 16];
static int64_t count;
/* SQLite steps statements of its own inside a step: full-text search keeps its tables by them. */
static __thread int depth;

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void put(int64_t number) { fwrite(&number, 8, 1, out); }
static void putText(const void *text, int64_t length) { put(length); fwrite(text, 1, length, out); }

static int slot(sqlite3_stmt *statement) {
  unsigned place = ((uint32_t)((uintptr_t)statement >> 4) * 2654435761u) >> 16;
  while (known[place].statement && known[place].statement != statement) place = (place + 1) & 0xffff;
  return place;
}

/* The statement's number, 0 for one that is not recorded; the lock is held. */
static int64_t number(sqlite3_stmt *statement) {
  if (depth || !sqlite3_sql(statement)) return 0;
  if (!out) {
    const char *path = getenv("RECORD");
    if (!path || !(out = fopen(path, "w"))) return 0;
    setvbuf(out, 0, _IOFBF, 1 << 20);
    every = getenv("RECORD_EVERY") != 0;
  }
  sqlite3 *db = sqlite3_db_handle(statement);
  if (!writer) writer = db;
  if (db != writer && !every) return 0;
  int place = slot(statement);
  if (!known[place].statement) {
    known[place].statement = statement;
    known[place].number = ++count;
    const char *sql = sqlite3_sql(statement);
    fputc('P', out); put(count); putText(sql, strlen(sql));
  }
  return known[place].number;
}

#define RECORDED(letter, statement, more) \
  pthread_mutex_lock(&lock); \
  int64_t n = number(statement); \
  if (n) { fputc(letter, out); put(n); more; } \
  pthread_mutex_unlock(&lock)

int sqlite3_bind_null(sqlite3_stmt *s, int k) {
  REAL(sqlite3_bind_null);
  RECORDED('N', s, put(k));
  return real(s, k);
}
int sqlite3_bind_int64(sqlite3_stmt *s, int k, sqlite3_int64 value) {
  REAL(sqlite3_bind_int64);
  RECORDED('I', s, put(k); put(value));
  return real(s, k, value);
}
int sqlite3_bind_text(sqlite3_stmt *s, int k, const char *text, int length, void (*done)(void *)) {
  REAL(sqlite3_bind_text);
  RECORDED('T', s, put(k); putText(text, length < 0 ? strlen(text) : length));
  return real(s, k, text, length, done);
}
int sqlite3_bind_blob(sqlite3_stmt *s, int k, const void *blob, int length, void (*done)(void *)) {
  REAL(sqlite3_bind_blob);
  RECORDED('B', s, put(k); putText(blob, length));
  return real(s, k, blob, length, done);
}
int sqlite3_step(sqlite3_stmt *s) {
  REAL(sqlite3_step);
  RECORDED('S', s, );
  depth++;
  int code = real(s);
  depth--;
  return code;
}
int sqlite3_reset(sqlite3_stmt *s) {
  REAL(sqlite3_reset);
  RECORDED('R', s, );
  return real(s);
}
int sqlite3_clear_bindings(sqlite3_stmt *s) {
  REAL(sqlite3_clear_bindings);
  RECORDED('C', s, );
  return real(s);
}
int sqlite3_finalize(sqlite3_stmt *s) {
  REAL(sqlite3_finalize);
  if (s) {
    pthread_mutex_lock(&lock);
    int place = slot(s);
    if (known[place].statement) {
      fputc('F', out); put(known[place].number);
      /* The address may come again for another text: what follows in its run is moved up. */
      known[place].statement = 0;
      for (int next = (place + 1) & 0xffff; known[next].statement; next = (next + 1) & 0xffff) {
        sqlite3_stmt *moved = known[next].statement;
        int64_t kept = known[next].number;
        known[next].statement = 0;
        int home = slot(moved);
        known[home].statement = moved;
        known[home].number = kept;
      }
    }
    pthread_mutex_unlock(&lock);
  }
  return real(s);
}
__attribute__((destructor)) static void end(void) { if (out) fflush(out); }
