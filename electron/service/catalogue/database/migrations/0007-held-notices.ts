/** Whether the user was notified of a held version; existing ones count as notified. */
export const heldNotices = `
alter table held_versions add column announced integer not null default 0 check (announced in (0, 1));
update held_versions set announced = 1;
`;
