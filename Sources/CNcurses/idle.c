#include "private.h"

#ifdef __linux__
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { MAX_TIMERS = 16 };

/// The stopped timers, and their remaining times.
static struct {
  int descriptor;
  struct itimerspec left;
} stopped[MAX_TIMERS];
static int count;

void purser_stop_timers(void) {
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL && count < MAX_TIMERS;) {
    char kind[32] = {0};
    ssize_t length = readlinkat(dirfd(folder), entry->d_name, kind, sizeof kind - 1);
    if (length < 0 || strcmp(kind, "anon_inode:[timerfd]") != 0) continue;
    int descriptor = atoi(entry->d_name);
    struct itimerspec none = {0}, left;
    if (timerfd_settime(descriptor, 0, &none, &left) != 0) continue;
    if (left.it_value.tv_sec == 0 && left.it_value.tv_nsec == 0) continue;
    stopped[count].descriptor = descriptor;
    stopped[count].left = left;
    count += 1;
  }
  closedir(folder);
}

void purser_start_timers(void) {
  for (int index = 0; index < count; index += 1) {
    struct itimerspec now;
    int descriptor = stopped[index].descriptor;
    // A timer that was set meanwhile keeps its new time.
    if (timerfd_gettime(descriptor, &now) != 0) continue;
    if (now.it_value.tv_sec != 0 || now.it_value.tv_nsec != 0) continue;
    timerfd_settime(descriptor, 0, &stopped[index].left, NULL);
  }
  count = 0;
}
#else
void purser_stop_timers(void) {}
void purser_start_timers(void) {}
#endif
