#include "CNcurses.h"

#include <sys/stat.h>

static purser_file facts(const struct stat *found) {
  struct stat null;
  purser_file file = {.owner = found->st_uid, .mode = found->st_mode & 07777};
  if (S_ISREG(found->st_mode)) file.kind = PURSER_REGULAR_FILE;
  else if (S_ISDIR(found->st_mode)) file.kind = PURSER_DIRECTORY;
  else if (S_ISFIFO(found->st_mode)) file.kind = PURSER_PIPE;
  else if (S_ISSOCK(found->st_mode)) file.kind = PURSER_SOCKET;
  else if (stat("/dev/null", &null) == 0 && null.st_rdev == found->st_rdev)
    file.kind = PURSER_NULL_DEVICE;
  else file.kind = PURSER_DEVICE;
  return file;
}

purser_file purser_file_open(int32_t descriptor) {
  struct stat found;
  return fstat(descriptor, &found) == 0 ? facts(&found) : (purser_file){.kind = PURSER_NO_FILE};
}

purser_file purser_file_at(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 ? facts(&found) : (purser_file){.kind = PURSER_NO_FILE};
}
