/** The first schema of the catalogue. A released migration is never edited; changes go into the next one. */
export const first = `
create table users (
  id integer primary key autoincrement,
  username text not null unique collate nocase check (username <> ''),
  email text not null,
  password_hash text not null,
  is_staff integer not null check (is_staff in (0, 1)),
  is_active integer not null check (is_active in (0, 1)),
  is_operator integer not null check (is_operator in (0, 1)),
  date_joined text not null,
  last_login text
) strict;
create unique index one_operator on users (is_operator) where is_operator = 1;

create table groups (
  id integer primary key autoincrement,
  name text not null unique check (name <> '')
) strict;

create table memberships (
  user_id integer not null references users on delete cascade,
  group_id integer not null references groups on delete cascade,
  primary key (user_id, group_id)
) strict, without rowid;
create index memberships_of_group on memberships (group_id);

create table tokens (
  id integer primary key autoincrement,
  user_id integer not null references users on delete cascade,
  hash text not null unique check (length(hash) = 64),
  label text not null,
  created text not null
) strict;
create index tokens_of_user on tokens (user_id);

create table sessions (
  hash text primary key check (length(hash) = 64),
  user_id integer not null references users on delete cascade,
  created text not null,
  expires text not null
) strict, without rowid;
create index sessions_of_user on sessions (user_id);

create table namespaces (
  id integer primary key autoincrement,
  label text not null,
  slug text not null unique check (slug <> ''),
  description text not null,
  image text not null,
  showcase_image text not null,
  thumbnail_image text not null,
  published integer not null check (published in (0, 1)),
  owner_id integer references users on delete set null,
  created text not null
) strict;
create index namespaces_of_owner on namespaces (owner_id);

create table namespace_groups (
  namespace_id integer not null references namespaces on delete cascade,
  group_id integer not null references groups on delete cascade,
  position integer not null,
  primary key (namespace_id, group_id)
) strict, without rowid;
create index namespaces_of_group on namespace_groups (group_id);

create table datasets (
  id integer primary key autoincrement,
  namespace_id integer not null references namespaces on delete cascade,
  label text not null,
  slug text not null check (slug <> ''),
  description text not null,
  image text not null,
  showcase_image text not null,
  thumbnail_image text not null,
  created text not null,
  last_version text not null,
  views integer not null default 0,
  row_queries integer not null default 0,
  unique (namespace_id, slug)
) strict;

create table column_notes (
  dataset_id integer not null references datasets on delete cascade,
  name text not null,
  label text not null,
  description text not null,
  primary key (dataset_id, name)
) strict, without rowid;

create table versions (
  id integer primary key autoincrement,
  dataset_id integer not null references datasets on delete cascade,
  slug text not null check (length(slug) = 20 and slug not glob '*[^0-9]*'),
  key text not null unique,
  state text not null check (state in ('importing', 'ready')),
  checksum text not null check (state = 'importing' or length(checksum) = 64),
  rows integer not null check (rows >= 0),
  bytes integer not null check (bytes >= 0),
  rejected integer not null check (rejected >= 0),
  conversions text not null,
  metadata text not null,
  unique (dataset_id, slug)
) strict;
create index versions_by_slug on versions (slug);

create table version_columns (
  version_id integer not null references versions on delete cascade,
  position integer not null,
  name text not null,
  type text not null check (type in ('integer', 'float', 'char', 'text', 'geometry')),
  size integer,
  primary key (version_id, position),
  unique (version_id, name)
) strict, without rowid;

create table imports (
  id integer primary key autoincrement,
  dataset_id integer not null references datasets on delete cascade,
  version_slug text not null,
  state text not null check (state in ('importing', 'ready', 'failed')),
  message text not null,
  bad_values text not null,
  bad_count integer not null,
  started text not null,
  finished text,
  unique (dataset_id, version_slug)
) strict;

create table queries (
  id integer primary key autoincrement,
  dataset_id integer not null references datasets on delete cascade,
  owner_id integer references users on delete set null,
  label text not null,
  slug text not null check (slug <> ''),
  parameters text not null,
  created text not null,
  unique (dataset_id, slug)
) strict;
create index queries_of_owner on queries (owner_id);

create table settings (
  name text primary key,
  value text not null
) strict, without rowid;
`;
