/** The content of a namespace in the trash, and the namespace itself, get new sidecar records. */
const noteContent = (which: 'new' | 'old') => `
  insert into sidecar_changes (kind, subject) values ('namespace', ${which}.namespace_id);
  insert into sidecar_changes (kind, subject) select 'dataset', id from datasets where namespace_id = ${which}.namespace_id;
  insert into sidecar_changes (kind, subject, key) select 'version', versions.id, versions.key from versions
    join datasets on datasets.id = versions.dataset_id where namespace_id = ${which}.namespace_id and state = 'ready';`;

/**
 * What was deleted and can be restored. Each item is a hidden namespace: a deleted one itself, or one made for a
 * deleted dataset, or for a dataset made for a deleted version. So no item is copied, and no look-up finds it.
 *
 * `namespace`, `dataset` and `version` are its former slugs; `home_id` is the id of the namespace of a dataset, and of
 * the dataset of a version. `published` is whether a namespace was published: hidden ones are not, so that a program
 * that does not know the trash shows them only to their owners.
 */
export const trash = `
create table trash (
  namespace_id integer primary key references namespaces on delete cascade,
  home_id integer not null,
  namespace text not null,
  dataset text not null,
  version text not null,
  label text not null,
  published integer not null check (published in (0, 1)),
  deleted text not null
) strict;

create trigger trash_inserted after insert on trash begin${noteContent('new')}
end;
create trigger trash_deleted after delete on trash begin${noteContent('old')}
end;
`;
