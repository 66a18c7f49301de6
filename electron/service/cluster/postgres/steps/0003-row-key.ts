/**
 * The columns that identify the rows of a dataset, as in SQLite. They are never cached, so changes are not announced.
 */
export const rowKeyStep = `
alter table datasets add column row_key text collate "C";
update datasets set row_key = (select key from sources where dataset_id = datasets.id);
`;
