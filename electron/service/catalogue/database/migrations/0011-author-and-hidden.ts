/**
 * The name of the account that published a version: null without one, and for versions of earlier releases. Whether
 * only those who may write see a dataset, which is also recorded beside the rows.
 */
export const authorAndHidden = `
alter table versions add column author text;

alter table datasets add column hidden integer not null default 0 check (hidden in (0, 1));

create trigger datasets_hidden after update of hidden on datasets begin
  insert into sidecar_changes (kind, subject) values ('dataset', new.id);
end;
`;
