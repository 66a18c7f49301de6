const changed = (kind: string, subject: string) =>
  `insert into sidecar_changes (kind, subject) values ('${kind}', ${subject});`;

function onEvery(table: string, name: string, row: (which: 'new' | 'old') => string, columns: string): string {
  return `
create trigger ${name}_inserted after insert on ${table} begin ${row('new')} end;
create trigger ${name}_updated after update of ${columns} on ${table} begin ${row('old')} ${row('new')} end;
create trigger ${name}_deleted after delete on ${table} begin ${row('old')} end;`;
}

/**
 * Changes to be written to the sidecar files, from which a lost catalogue is rebuilt. Triggers record every change
 * in the same transaction, whichever process makes it, so that none can be missed.
 *
 * A dataset is provisional if it was created together with its first version and that is not ready yet.
 */
export const sidecarChanges = `
alter table datasets add column provisional integer not null default 0 check (provisional in (0, 1));

create table sidecar_changes (
  id integer primary key autoincrement,
  kind text not null check (kind in ('namespace', 'dataset', 'version', 'accounts')),
  subject integer not null,
  key text not null default ''
) strict;

insert into settings (name, value) values ('store', lower(hex(randomblob(16))));
insert into sidecar_changes (kind, subject) values ('accounts', 0);
insert into sidecar_changes (kind, subject) select 'namespace', id from namespaces order by id;
insert into sidecar_changes (kind, subject) select 'dataset', id from datasets order by id;
insert into sidecar_changes (kind, subject, key) select 'version', id, key from versions where state = 'ready' order by id;
${onEvery(
  'namespaces',
  'namespaces',
  (which) => changed('namespace', `${which}.id`),
  'label, slug, description, image, showcase_image, thumbnail_image, published, owner_id, created',
)}
${onEvery(
  'namespace_groups',
  'namespace_groups',
  (which) => changed('namespace', `${which}.namespace_id`),
  'namespace_id, group_id, position',
)}
${onEvery(
  'datasets',
  'datasets',
  (which) => changed('dataset', `${which}.id`),
  'namespace_id, label, slug, description, image, showcase_image, thumbnail_image, created, provisional',
)}
${onEvery(
  'column_notes',
  'column_notes',
  (which) => changed('dataset', `${which}.dataset_id`),
  'dataset_id, name, label, description',
)}
${onEvery(
  'queries',
  'queries',
  (which) => changed('dataset', `${which}.dataset_id`),
  'dataset_id, owner_id, label, slug, parameters, created',
)}
${onEvery('users', 'users', () => changed('accounts', '0'), 'username, email, is_staff, is_active, is_operator')}
${onEvery('groups', 'groups', () => changed('accounts', '0'), 'name')}
${onEvery('memberships', 'memberships', () => changed('accounts', '0'), 'user_id, group_id')}
create trigger versions_ready after update of state on versions when new.state = 'ready' begin
  insert into sidecar_changes (kind, subject, key) values ('version', new.id, new.key);
end;
create trigger versions_deleted after delete on versions begin
  insert into sidecar_changes (kind, subject, key) values ('version', old.id, old.key);
end;
`;
