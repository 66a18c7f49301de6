/** The same as in SQLite. */
export const versionAuthor = 'alter table versions add column author text collate "C";';
