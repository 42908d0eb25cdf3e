#pragma once

// The vocabularies of support tickets, one text file for each language. They are embedded here
// because the C compiler does that at once; Swift takes a minute for an array literal of that size.

#include <stddef.h>

typedef struct {
  /// Text in UTF-8, not terminated; null without a file.
  const unsigned char *bytes;
  size_t count;
} purser_vocabulary;

/// The file of a language by its ISO 639-1 code; empty for languages without one.
purser_vocabulary purser_vocabulary_of(const char *language);
