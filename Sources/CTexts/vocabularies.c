#include "CTexts.h"

#include "find.h"

static const unsigned char de[] = {
#embed "Latin/de.txt"
};
static const unsigned char en[] = {
#embed "Latin/en.txt"
};
static const unsigned char es[] = {
#embed "Latin/es.txt"
};
static const unsigned char fr[] = {
#embed "Latin/fr.txt"
};
static const unsigned char it[] = {
#embed "Latin/it.txt"
};
static const unsigned char nl[] = {
#embed "Latin/nl.txt"
};
static const unsigned char pl[] = {
#embed "Latin/pl.txt"
};
static const unsigned char pt[] = {
#embed "Latin/pt.txt"
};
static const unsigned char tr[] = {
#embed "Latin/tr.txt"
};
static const unsigned char ar[] = {
#embed "OtherScripts/ar.txt"
};
static const unsigned char hi[] = {
#embed "OtherScripts/hi.txt"
};
static const unsigned char ja[] = {
#embed "OtherScripts/ja.txt"
};
static const unsigned char ko[] = {
#embed "OtherScripts/ko.txt"
};
static const unsigned char ru[] = {
#embed "OtherScripts/ru.txt"
};
static const unsigned char zh[] = {
#embed "OtherScripts/zh.txt"
};

static const purser_named_text files[] = {
    {"de", {de, sizeof de}},
    {"en", {en, sizeof en}},
    {"es", {es, sizeof es}},
    {"fr", {fr, sizeof fr}},
    {"it", {it, sizeof it}},
    {"nl", {nl, sizeof nl}},
    {"pl", {pl, sizeof pl}},
    {"pt", {pt, sizeof pt}},
    {"tr", {tr, sizeof tr}},
    {"ar", {ar, sizeof ar}},
    {"hi", {hi, sizeof hi}},
    {"ja", {ja, sizeof ja}},
    {"ko", {ko, sizeof ko}},
    {"ru", {ru, sizeof ru}},
    {"zh", {zh, sizeof zh}},
};

purser_text purser_vocabulary_of(const char *language) {
  return purser_find(files, sizeof files / sizeof *files, language);
}
