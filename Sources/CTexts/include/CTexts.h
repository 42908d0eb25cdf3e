#pragma once

// Texts that the program carries. They are embedded here because the C compiler does that at once;
// Swift takes more than a minute for array literals of that size.

#include <stddef.h>

typedef struct {
  /// Text in UTF-8, not terminated; null without a file.
  const unsigned char *bytes;
  size_t count;
} purser_text;

/// The words of support tickets in a language by its ISO 639-1 code; empty for languages without a
/// vocabulary.
purser_text purser_vocabulary_of(const char *language);
/// The `.po` file of a language by its ISO 639-1 code; empty for languages without one.
purser_text purser_catalog_of(const char *language);
/// An article of the manual by its file's name without extension; empty for other names.
purser_text purser_article_of(const char *name);
