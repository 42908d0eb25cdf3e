#include "CTexts.h"

#include "find.h"

static const unsigned char api[] = {
#embed "../purser/Documentation.docc/API.md"
};
static const unsigned char answering_tickets[] = {
#embed "../purser/Documentation.docc/AnsweringTickets.md"
};
static const unsigned char architecture[] = {
#embed "../purser/Documentation.docc/Architecture.md"
};
static const unsigned char assistants[] = {
#embed "../purser/Documentation.docc/Assistants.md"
};
static const unsigned char catalogs[] = {
#embed "../purser/Documentation.docc/Catalogs.md"
};
static const unsigned char changes[] = {
#embed "../purser/Documentation.docc/Changes.md"
};
static const unsigned char commands[] = {
#embed "../purser/Documentation.docc/Commands.md"
};
static const unsigned char connecting_stores[] = {
#embed "../purser/Documentation.docc/ConnectingStores.md"
};
static const unsigned char endpoints[] = {
#embed "../purser/Documentation.docc/Endpoints.md"
};
static const unsigned char figures[] = {
#embed "../purser/Documentation.docc/Figures.md"
};
static const unsigned char getting_started[] = {
#embed "../purser/Documentation.docc/GettingStarted.md"
};
static const unsigned char notifications[] = {
#embed "../purser/Documentation.docc/Notifications.md"
};
static const unsigned char operating[] = {
#embed "../purser/Documentation.docc/Operating.md"
};
static const unsigned char privacy[] = {
#embed "../purser/Documentation.docc/Privacy.md"
};
static const unsigned char receipts[] = {
#embed "../purser/Documentation.docc/Receipts.md"
};
static const unsigned char recordings[] = {
#embed "../purser/Documentation.docc/Recordings.md"
};
static const unsigned char sandbox_work[] = {
#embed "../purser/Documentation.docc/SandboxWork.md"
};
static const unsigned char searching[] = {
#embed "../purser/Documentation.docc/Searching.md"
};
static const unsigned char security[] = {
#embed "../purser/Documentation.docc/Security.md"
};
static const unsigned char settings[] = {
#embed "../purser/Documentation.docc/Settings.md"
};
static const unsigned char shared_log[] = {
#embed "../purser/Documentation.docc/SharedLog.md"
};
static const unsigned char sizing[] = {
#embed "../purser/Documentation.docc/Sizing.md"
};
static const unsigned char stories[] = {
#embed "../purser/Documentation.docc/Stories.md"
};
static const unsigned char teams[] = {
#embed "../purser/Documentation.docc/Teams.md"
};
static const unsigned char the_screen[] = {
#embed "../purser/Documentation.docc/TheScreen.md"
};

static const purser_named_text files[] = {
    {"API", {api, sizeof api}},
    {"AnsweringTickets", {answering_tickets, sizeof answering_tickets}},
    {"Architecture", {architecture, sizeof architecture}},
    {"Assistants", {assistants, sizeof assistants}},
    {"Catalogs", {catalogs, sizeof catalogs}},
    {"Changes", {changes, sizeof changes}},
    {"Commands", {commands, sizeof commands}},
    {"ConnectingStores", {connecting_stores, sizeof connecting_stores}},
    {"Endpoints", {endpoints, sizeof endpoints}},
    {"Figures", {figures, sizeof figures}},
    {"GettingStarted", {getting_started, sizeof getting_started}},
    {"Notifications", {notifications, sizeof notifications}},
    {"Operating", {operating, sizeof operating}},
    {"Privacy", {privacy, sizeof privacy}},
    {"Receipts", {receipts, sizeof receipts}},
    {"Recordings", {recordings, sizeof recordings}},
    {"SandboxWork", {sandbox_work, sizeof sandbox_work}},
    {"Searching", {searching, sizeof searching}},
    {"Security", {security, sizeof security}},
    {"Settings", {settings, sizeof settings}},
    {"SharedLog", {shared_log, sizeof shared_log}},
    {"Sizing", {sizing, sizeof sizing}},
    {"Stories", {stories, sizeof stories}},
    {"Teams", {teams, sizeof teams}},
    {"TheScreen", {the_screen, sizeof the_screen}},
};

purser_text purser_article_of(const char *name) {
  return purser_find(files, sizeof files / sizeof *files, name);
}
