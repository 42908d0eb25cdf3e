#include "private.h"

#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

// By default glibc raises this threshold to the largest block that was ever freed, up to 32 MB:
// then a large buffer is cut from the heap, and blocks behind it keep it there.
void purser_limit_heap(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // The next transaction reuses the memory that the last one freed; returning it to the kernel in
  // between, page by page, takes a quarter of the writing thread's time. The default is 128 KB.
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  // Each arena keeps the memory that its threads freed. Each of the server's threads, of which few
  // run at once, would have its own.
  mallopt(M_ARENA_MAX, 4);
#endif
}

// A dashboard's threads take turns: some load rows, which another one draws and frees. With an arena
// for each, twice as much memory lies free.
void purser_use_one_arena(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

// What a screen of rows leaves free lies between blocks that stay: without this, a dashboard in use
// grows by 5 MB an hour.
void purser_trim_heap(void) {
#ifdef __GLIBC__
  // The first call comes before the first rows are shown, and must not delay them.
  static time_t next;
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0 || now.tv_sec < next) return;
  if (next != 0) malloc_trim(0);
  next = now.tv_sec + 60;
#endif
}

void purser_forbid_core_dumps(void) {
  // The limit is inherited by child processes. Unlike the flag, it has no effect if core dumps are
  // piped to a program.
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

long purser_allow_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
  rlim_t current = limit.rlim_cur, target = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
  if (current >= target) return (long)target;
  limit.rlim_cur = target;
  return (long)(setrlimit(RLIMIT_NOFILE, &limit) == 0 ? target : current);
}

#ifdef __linux__
extern char __executable_start[], etext[];

// They are unmodified, so they are mapped from the file again on demand.
void purser_unmap_text(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)__executable_start + page - 1) & ~(page - 1);
  uintptr_t end = (uintptr_t)etext & ~(page - 1);
  if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
}
#else
void purser_unmap_text(void) {}
#endif
