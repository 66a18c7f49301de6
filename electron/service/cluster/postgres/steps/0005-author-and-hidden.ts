/**
 * The author of a version, and whether a dataset is hidden, as in SQLite. Nodes cache who may see a dataset, so that
 * changes of it are announced.
 */
export const authorAndHiddenStep = `
alter table versions add column author text collate "C";
alter table datasets add column hidden bigint not null default 0 check (hidden in (0, 1));
create trigger datasets_hidden after update of hidden on datasets
  for each statement execute function announce_change();
`;
