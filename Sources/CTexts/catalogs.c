#include "CTexts.h"

#include "find.h"

static const unsigned char ar[] = {
#embed "../Translations/po/ar.po"
};
static const unsigned char de[] = {
#embed "../Translations/po/de.po"
};
static const unsigned char es[] = {
#embed "../Translations/po/es.po"
};
static const unsigned char fr[] = {
#embed "../Translations/po/fr.po"
};
static const unsigned char hi[] = {
#embed "../Translations/po/hi.po"
};
static const unsigned char it[] = {
#embed "../Translations/po/it.po"
};
static const unsigned char ja[] = {
#embed "../Translations/po/ja.po"
};
static const unsigned char ko[] = {
#embed "../Translations/po/ko.po"
};
static const unsigned char nl[] = {
#embed "../Translations/po/nl.po"
};
static const unsigned char pl[] = {
#embed "../Translations/po/pl.po"
};
static const unsigned char pt[] = {
#embed "../Translations/po/pt.po"
};
static const unsigned char ru[] = {
#embed "../Translations/po/ru.po"
};
static const unsigned char tr[] = {
#embed "../Translations/po/tr.po"
};
static const unsigned char zh[] = {
#embed "../Translations/po/zh.po"
};

static const purser_named_text files[] = {
    {"ar", {ar, sizeof ar}},
    {"de", {de, sizeof de}},
    {"es", {es, sizeof es}},
    {"fr", {fr, sizeof fr}},
    {"hi", {hi, sizeof hi}},
    {"it", {it, sizeof it}},
    {"ja", {ja, sizeof ja}},
    {"ko", {ko, sizeof ko}},
    {"nl", {nl, sizeof nl}},
    {"pl", {pl, sizeof pl}},
    {"pt", {pt, sizeof pt}},
    {"ru", {ru, sizeof ru}},
    {"tr", {tr, sizeof tr}},
    {"zh", {zh, sizeof zh}},
};

purser_text purser_catalog_of(const char *language) {
  return purser_find(files, sizeof files / sizeof *files, language);
}
