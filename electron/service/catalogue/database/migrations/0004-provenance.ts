/**
 * The provenance of a dataset, which is independent of its versions: it can be changed at any time, and is also
 * recorded beside the rows.
 */
export const provenance = `
alter table datasets add column licence text not null default '';
alter table datasets add column source text not null default '';
alter table datasets add column contact text not null default '';

create trigger datasets_provenance after update of licence, source, contact on datasets begin
  insert into sidecar_changes (kind, subject) values ('dataset', new.id);
end;
`;
