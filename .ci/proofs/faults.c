// Preloaded: lets the N-th call of one kind on the files of one folder fail. What is to fail stands in
// a file that is mapped here and in disk.py, so that it can be changed meanwhile.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NONE, READ, WRITE, SYNC, TRUNCATE, OPEN, MAP, NAME, UNLINK };

static struct control {
  _Atomic long kind, at, error, sticky, is_short, hits, counts[9];
} *control;
static const char *folder;
static size_t folder_length;
static _Atomic char ours[1 << 16];

#define REAL(type, name, ...)                                  \
  static type (*real)(__VA_ARGS__);                            \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_CONTROL");
  folder = getenv("FAULTS_FOLDER");
  if (!path || !folder) return;
  folder_length = strlen(folder);
  REAL(int, "open64", const char *, int, ...);
  int file = real(path, O_RDWR | O_CLOEXEC);
  if (file < 0) abort();
  void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map == MAP_FAILED) abort();
  close(file);
  control = map;
}

static int is_below(const char *path) {
  return control && path && strncmp(path, folder, folder_length) == 0 &&
         (path[folder_length] == '/' || path[folder_length] == 0);
}

static int is_ours(int file) {
  return control && file >= 0 && file < (1 << 16) && ours[file];
}

// Whether this call is to fail; errno says how.
static int fails(int kind) {
  long number = ++control->counts[kind];
  if (control->kind != kind) return 0;
  if (number != control->at && !(control->sticky && number > control->at)) return 0;
  control->hits++;
  errno = (int)control->error;
  return 1;
}

// How many bytes are to be written: fewer than asked for where a write is to be short, −1 where it is
// to fail. Of a lasting fault only the first write is short, as on a disk that has just filled up.
static long writable(size_t count) {
  if (!fails(WRITE)) return (long)count;
  if (control->is_short && count > 1 && control->hits == 1) return (long)count / 2;
  return control->is_short && !control->sticky ? (long)count : -1;
}

static int opened(int file, const char *path) {
  if (file >= 0 && file < (1 << 16)) ours[file] = (char)is_below(path);
  return file;
}

#define OPENING(name)                                                          \
  int name(const char *path, int flags, ...) {                                 \
    REAL(int, #name, const char *, int, ...);                                  \
    va_list list;                                                              \
    va_start(list, flags);                                                     \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;  \
    va_end(list);                                                              \
    if (is_below(path) && fails(OPEN)) return -1;                              \
    return opened(real(path, flags, mode), path);                              \
  }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name)                                                       \
  int name(int at, const char *path, int flags, ...) {                         \
    REAL(int, #name, int, const char *, int, ...);                             \
    va_list list;                                                              \
    va_start(list, flags);                                                     \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;  \
    va_end(list);                                                              \
    if (is_below(path) && fails(OPEN)) return -1;                              \
    return opened(real(at, path, flags, mode), path);                          \
  }
OPENING_AT(openat)
OPENING_AT(openat64)

int close(int file) {
  REAL(int, "close", int);
  if (file >= 0 && file < (1 << 16)) ours[file] = 0;
  return real(file);
}

#define ONE(kind, type, name, parameters, arguments, failed)                   \
  type name parameters {                                                       \
    static type (*real) parameters;                                            \
    if (!real) real = (type (*) parameters)dlsym(RTLD_NEXT, #name);            \
    if (is_ours(file) && fails(kind)) return failed;                           \
    return real arguments;                                                     \
  }
ONE(READ, ssize_t, read, (int file, void *to, size_t count), (file, to, count), -1)
ONE(READ, ssize_t, pread, (int file, void *to, size_t count, off_t at), (file, to, count, at), -1)
ONE(READ, ssize_t, pread64, (int file, void *to, size_t count, off64_t at), (file, to, count, at), -1)
ONE(SYNC, int, fsync, (int file), (file), -1)
ONE(SYNC, int, fdatasync, (int file), (file), -1)
ONE(TRUNCATE, int, ftruncate, (int file, off_t size), (file, size), -1)
ONE(TRUNCATE, int, ftruncate64, (int file, off64_t size), (file, size), -1)
ONE(MAP, void *, mmap, (void *at, size_t size, int access, int flags, int file, off_t from),
    (at, size, access, flags, file, from), MAP_FAILED)
ONE(MAP, void *, mmap64, (void *at, size_t size, int access, int flags, int file, off64_t from),
    (at, size, access, flags, file, from), MAP_FAILED)
ONE(WRITE, ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count), -1)

#define WRITING(name, parameters, arguments)                                   \
  ssize_t name parameters {                                                    \
    static ssize_t (*real) parameters;                                         \
    if (!real) real = (ssize_t (*) parameters)dlsym(RTLD_NEXT, #name);         \
    if (is_ours(file)) {                                                       \
      long most = writable(count);                                             \
      if (most < 0) return -1;                                                 \
      count = (size_t)most;                                                    \
    }                                                                          \
    return real arguments;                                                     \
  }
WRITING(write, (int file, const void *from, size_t count), (file, from, count))
WRITING(pwrite, (int file, const void *from, size_t count, off_t at), (file, from, count, at))
WRITING(pwrite64, (int file, const void *from, size_t count, off64_t at), (file, from, count, at))

#define NAMING(kind, name, parameters, path, arguments)                        \
  int name parameters {                                                        \
    static int (*real) parameters;                                             \
    if (!real) real = (int (*) parameters)dlsym(RTLD_NEXT, #name);             \
    if (is_below(path) && fails(kind)) return -1;                              \
    return real arguments;                                                     \
  }
NAMING(NAME, rename, (const char *from, const char *to), to, (from, to))
NAMING(NAME, link, (const char *from, const char *to), to, (from, to))
NAMING(UNLINK, unlink, (const char *path), path, (path))
NAMING(UNLINK, unlinkat, (int at, const char *path, int flags), path, (at, path, flags))
