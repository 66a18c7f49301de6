/** Whether the user was notified of a version that was kept aside; of those that were there before, they were. */
export const heldNotices = `
alter table held_versions add column announced integer not null default 0 check (announced in (0, 1));
update held_versions set announced = 1;
`;
