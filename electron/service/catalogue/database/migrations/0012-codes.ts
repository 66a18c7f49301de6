/** The dataset that lists the codes of a column, which is also recorded beside the rows. */
export const codes = `
alter table column_notes add column codes integer references datasets on delete set null;

create trigger column_notes_codes after update of codes on column_notes begin
  insert into sidecar_changes (kind, subject) values ('dataset', new.dataset_id);
end;
`;
