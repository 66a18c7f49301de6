/**
 * The columns that identify the rows of a dataset, as JSON: those of followed datasets were in `sources.key`, which is
 * not used any more.
 */
export const rowKey = `
alter table datasets add column row_key text;
update datasets set row_key = (select key from sources where dataset_id = datasets.id);

create trigger datasets_row_key after update of row_key on datasets begin
  insert into sidecar_changes (kind, subject) values ('dataset', new.id);
end;
`;
