/**
 * Datasets that follow a web address: the source, its checks, the changes between versions, and versions that wait for
 * a decision. Settings and changes are also recorded beside the rows; checks are not, nor is the state, which the next
 * check determines again.
 */
export const sources = `
create table sources (
  dataset_id integer primary key references datasets on delete cascade,
  choice text not null,
  every text not null,
  allow_private integer not null default 0 check (allow_private in (0, 1)),
  retention text not null,
  guards text not null,
  key text,
  paused text not null default 'no' check (paused in ('no', 'user', 'failures')),
  state text,
  rejected text not null default '',
  requested integer not null default 0 check (requested in (0, 1)),
  failures integer not null default 0,
  problem text,
  last_check text,
  last_full text,
  last_change text,
  next_check text,
  traffic integer not null default 0,
  since text not null
) strict;
create index sources_due on sources (next_check);

create table source_checks (
  id integer primary key autoincrement,
  dataset_id integer not null references sources on delete cascade,
  at text not null,
  outcome text not null check (outcome in ('unchanged', 'changed', 'held', 'failed')),
  reason text,
  bytes integer not null,
  milliseconds integer not null,
  version text
) strict;
create index source_checks_of on source_checks (dataset_id, id);

create table source_changes (
  id integer primary key autoincrement,
  dataset_id integer not null references datasets on delete cascade,
  version_slug text not null,
  previous_slug text not null,
  at text not null,
  summary text not null,
  unread integer not null default 1 check (unread in (0, 1)),
  announced integer not null default 0 check (announced in (0, 1)),
  unique (dataset_id, version_slug)
) strict;
create index source_changes_unread on source_changes (unread) where unread = 1;

create index source_changes_unannounced on source_changes (announced) where announced = 0;

create table held_versions (
  dataset_id integer primary key references sources on delete cascade,
  key text not null,
  stored text not null,
  metadata text not null,
  notes text not null,
  state text,
  reasons text not null,
  summary text not null,
  previous_key text not null,
  at text not null
) strict;

create trigger sources_inserted after insert on sources begin
  insert into sidecar_changes (kind, subject) values ('dataset', new.dataset_id);
end;
create trigger sources_updated after update of choice, every, allow_private, retention, guards, key, paused on sources begin
  insert into sidecar_changes (kind, subject) values ('dataset', new.dataset_id);
end;
create trigger sources_deleted after delete on sources begin
  insert into sidecar_changes (kind, subject) values ('dataset', old.dataset_id);
end;
create trigger source_changes_inserted after insert on source_changes begin
  insert into sidecar_changes (kind, subject) values ('dataset', new.dataset_id);
end;
create trigger source_changes_deleted after delete on source_changes begin
  insert into sidecar_changes (kind, subject) values ('dataset', old.dataset_id);
end;
`;
