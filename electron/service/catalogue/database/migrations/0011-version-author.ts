/** The name of the account that published a version: null without one, and for versions of earlier releases. */
export const versionAuthor = 'alter table versions add column author text;';
