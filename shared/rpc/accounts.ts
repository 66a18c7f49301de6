import { type Static, Type } from 'typebox';
import { ExplanationSchema } from '../failures/schemas.ts';
import type { Immutable } from '../immutable.ts';
import { orNull } from '../schema-parts.ts';

const id = Type.Integer({ minimum: 1 });

export const Account = Type.Object({
  id,
  username: Type.String(),
  /** Address for mail; may be empty. */
  email: Type.String(),
  isStaff: Type.Boolean(),
  isActive: Type.Boolean(),
  /** The desktop's own account, which can be neither signed in to nor changed. */
  isOperator: Type.Boolean(),
  /** Ids of its groups. */
  groups: Type.Array(id),
  /** ISO 8601, UTC; null before the first sign-in. */
  lastLogin: orNull(Type.String()),
});
export type Account = Immutable<Static<typeof Account>>;

export const AccountGroup = Type.Object({ id, name: Type.String(), members: Type.Integer({ minimum: 0 }) });
export type AccountGroup = Immutable<Static<typeof AccountGroup>>;

/** How the local service can be reached. */
export const LocalServiceReport = Type.Object({
  /** Address of the service on this computer, with a trailing slash; null if it is not running. */
  url: orNull(Type.String()),
  /** Why it is not running; null if it is. */
  problem: orNull(ExplanationSchema),
  /** Whether other computers can reach it. */
  network: Type.Boolean(),
  /** The addresses for other computers; empty if they cannot reach it. */
  addresses: Type.Array(Type.String()),
});
export type LocalServiceReport = Immutable<Static<typeof LocalServiceReport>>;
