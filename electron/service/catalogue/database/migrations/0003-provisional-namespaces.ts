/**
 * A namespace is provisional if it was created for a dataset that is about to be published. It appears together with
 * that dataset: until then it is not listed, and it is removed if no dataset follows.
 */
export const provisionalNamespaces = `
alter table namespaces add column provisional integer not null default 0 check (provisional in (0, 1));

create trigger namespaces_appeared after update of provisional on namespaces begin
  insert into sidecar_changes (kind, subject) values ('namespace', new.id);
end;
`;
