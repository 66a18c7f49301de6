/** Someone whom the service knows, as the checks of access need them. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly isStaff: boolean;
  /** It is the account of the desktop that runs the service. */
  readonly isOperator: boolean;
  readonly groups: ReadonlySet<number>;
}

/** What decides who may see a namespace and everything in it. */
export interface Guarded {
  readonly published: boolean;
  readonly ownerId: number | null;
  readonly allowedGroups: readonly number[];
}

/** Whether anyone at all may read it. */
export function isPublic(guarded: Guarded): boolean {
  return guarded.published && guarded.allowedGroups.length === 0;
}

/** Staff and the owner always; the members of an allowed group where it is published. */
export function mayRead(guarded: Guarded, caller: Caller | null): boolean {
  if (isPublic(guarded)) return true;
  if (caller === null) return false;
  if (mayWrite(guarded, caller)) return true;
  return guarded.published && guarded.allowedGroups.some((group) => caller.groups.has(group));
}

/** Staff and the owner. */
export function mayWrite(guarded: Guarded, caller: Caller | null): boolean {
  return caller !== null && (caller.isStaff || (guarded.ownerId !== null && guarded.ownerId === caller.id));
}

/** Whether it is the caller's own: the owner's, and the desktop's where there is no owner. */
export function isOwn(guarded: Guarded, caller: Caller | null): boolean {
  if (caller === null) return false;
  return guarded.ownerId === null ? caller.isOperator : guarded.ownerId === caller.id;
}
