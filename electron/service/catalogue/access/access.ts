/** An authenticated caller, as needed for access checks. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly isStaff: boolean;
  /** Whether the caller is the account of the desktop that runs the service. */
  readonly isOperator: boolean;
  readonly groups: ReadonlySet<number>;
}

/** The facts that determine who may see a namespace and its contents. */
export interface Guarded {
  readonly published: boolean;
  readonly ownerId: number | null;
  readonly allowedGroups: readonly number[];
}

/** Whether everyone may read a namespace. */
export function isPublic(guarded: Guarded): boolean {
  return guarded.published && guarded.allowedGroups.length === 0;
}

/** Whether the caller may read it: staff and the owner always, members of an allowed group if it is published. */
export function mayRead(guarded: Guarded, caller: Caller | null): boolean {
  if (isPublic(guarded)) return true;
  if (caller === null) return false;
  if (mayWrite(guarded, caller)) return true;
  return guarded.published && guarded.allowedGroups.some((group) => caller.groups.has(group));
}

/** Whether the caller may write: staff and the owner may. */
export function mayWrite(guarded: Guarded, caller: Caller | null): boolean {
  return caller !== null && (caller.isStaff || guarded.ownerId === caller.id);
}

/**
 * Whether a dataset exists for a caller who may read its namespace: a hidden one, and one whose first version is not
 * ready, only for those who may write.
 */
export function existsFor(
  { hidden, provisional }: { readonly hidden: boolean; readonly provisional: boolean },
  namespace: Guarded,
  caller: Caller | null,
): boolean {
  return !(hidden || provisional) || mayWrite(namespace, caller);
}

/** Whose rights decide what a statement may read: those of a caller, or of the user who owns the store. */
export type StatementReader = { readonly kind: 'caller'; readonly caller: Caller | null } | { readonly kind: 'owner' };

/** Whether a dataset in a namespace may be read with such rights. */
export function isReadable(dataset: Parameters<typeof existsFor>[0], namespace: Guarded, reader: StatementReader) {
  return reader.kind === 'owner' || (mayRead(namespace, reader.caller) && existsFor(dataset, namespace, reader.caller));
}

/** Whether the caller owns a namespace; without an owner it belongs to the desktop's account. */
export function isOwn(guarded: Guarded, caller: Caller | null): boolean {
  if (caller === null) return false;
  return guarded.ownerId === null ? caller.isOperator : guarded.ownerId === caller.id;
}
