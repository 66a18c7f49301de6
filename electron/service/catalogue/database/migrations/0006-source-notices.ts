/** Whether the user is notified of the changes of a followed dataset. */
export const sourceNotices = `
alter table sources add column notify integer not null default 1 check (notify in (0, 1));

create trigger sources_notify_updated after update of notify on sources begin
  insert into sidecar_changes (kind, subject) values ('dataset', new.dataset_id);
end;
`;
