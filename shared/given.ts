/** The members of an object that are not undefined: for optional properties, which must be missing otherwise. */
export function given<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as ReturnType<typeof given<Members>>;
}
