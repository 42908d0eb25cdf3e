#include "CNcurses.h"

#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

// By default glibc raises this threshold to the largest block that was ever given back, up to 32 MB:
// from then on a large buffer is cut from the heap, and what lies behind it keeps it there.
void purser_settle_heap(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // What a transaction gives back the next one takes again; to hand it to the kernel in between, page
  // by page, takes a quarter of the writing thread's time. The default is 128 KB.
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  // Each heap keeps what its threads gave back. The server's threads, of which few run at once, would
  // have one each.
  mallopt(M_ARENA_MAX, 4);
#endif
}

void purser_forbid_core_dumps(void) {
  // The limit goes on to children. It says nothing to a program that core dumps are piped into, unlike
  // the flag.
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

long purser_allow_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
  rlim_t had = limit.rlim_cur, wanted = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
  if (had >= wanted) return (long)wanted;
  limit.rlim_cur = wanted;
  return (long)(setrlimit(RLIMIT_NOFILE, &limit) == 0 ? wanted : had);
}

#ifdef __linux__
extern char __executable_start[], etext[];

// Nobody has written to them, so that they come back from the file when they are needed.
void purser_let_go_of_instructions(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)__executable_start + page - 1) & ~(page - 1);
  uintptr_t end = (uintptr_t)etext & ~(page - 1);
  if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
}
#else
void purser_let_go_of_instructions(void) {}
#endif
