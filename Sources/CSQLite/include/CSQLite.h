#pragma once

// Settings of SQLite for the whole process, which Swift can't make: `sqlite3_config` is variadic, and
// must be called before the first connection. Linking this module is enough.
