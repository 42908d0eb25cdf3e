#pragma once

#include "CTexts.h"

#include <string.h>

typedef struct {
  const char *name;
  purser_text text;
} purser_named_text;

static inline purser_text purser_find(
    const purser_named_text *files, size_t count, const char *name) {
  for (size_t index = 0; index < count; index++) {
    if (strcmp(files[index].name, name) == 0) return files[index].text;
  }
  return (purser_text){NULL, 0};
}
