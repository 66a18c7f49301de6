const text = 'text collate "C"';

/** What was deleted and can be restored: see the migration of SQLite. */
export const trashStep = `
create table trash (
  namespace_id bigint primary key references namespaces on delete cascade,
  home_id bigint not null,
  namespace ${text} not null,
  dataset ${text} not null,
  version ${text} not null,
  label ${text} not null,
  published bigint not null check (published in (0, 1)),
  deleted ${text} not null
);
`;
