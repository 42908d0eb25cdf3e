// Preloaded: lets the N-th allocation fail that the terminal library (libncurses, libtinfo) asks for,
// or, where it is part of the program, that the program's own code asks for while it has a terminal's
// description open. N is $ALLOCATION; the file $ALLOCATION_REACHED gets a byte when it is reached.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

static struct { char *from, *to; } parts[16];
static int part_count;
static atomic_long count;
static long failing;
static const char *told;

static int note(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (!strstr(info->dlpi_name, "libncurses") && !strstr(info->dlpi_name, "libtinfo")) return 0;
  for (int n = 0; n < info->dlpi_phnum && part_count < 16; n++) {
    if (info->dlpi_phdr[n].p_type != PT_LOAD || !(info->dlpi_phdr[n].p_flags & PF_X)) continue;
    char *from = (char *)info->dlpi_addr + info->dlpi_phdr[n].p_vaddr;
    parts[part_count].from = from;
    parts[part_count++].to = from + info->dlpi_phdr[n].p_memsz;
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("ALLOCATION");
  told = getenv("ALLOCATION_REACHED");
  if (!number) return;
  dl_iterate_phdr(note, NULL);
  failing = atol(number);
}

static int fails(char *caller) {
  if (!failing) return 0;
  for (int n = 0; n < part_count; n++) {
    if (caller < parts[n].from || caller >= parts[n].to) continue;
    if (++count != failing) return 0;
    int file = told ? open(told, O_WRONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
      if (write(file, "x", 1) < 0) {}
      close(file);
    }
    errno = ENOMEM;
    return 1;
  }
  return 0;
}

void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}
void *calloc(size_t number, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(number, size);
}
void *realloc(void *block, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}
