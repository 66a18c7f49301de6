/**
 * A namespace is provisional while it was made for a dataset that is about to be published, and has yet to appear with
 * it: it is in no list, and is removed again where no dataset comes.
 */
export const provisionalNamespaces = `
alter table namespaces add column provisional integer not null default 0 check (provisional in (0, 1));

create trigger namespaces_appeared after update of provisional on namespaces begin
  insert into sidecar_changes (kind, subject) values ('namespace', new.id);
end;
`;
