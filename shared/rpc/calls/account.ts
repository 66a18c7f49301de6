import { Type } from 'typebox';
import { Account, AccountGroup, LocalServiceReport } from '../accounts.ts';

const nothing = Type.Object({});
const id = Type.Integer({ minimum: 1 });
const text = Type.String({ maxLength: 2000 });
const groups = Type.Array(id, { maxItems: 10_000 });

/**
 * The calls of `backend.ts` about this computer's own service and its accounts. What is wrong with what was asked has
 * a code of its own: `username`, `username-taken`, `password-short`, `group-guards`, …
 */
export const accountCalls = {
  describeLocalService: { parameters: nothing, result: LocalServiceReport },
  /** Oldest first. */
  listAccounts: {
    parameters: nothing,
    result: Type.Object({ users: Type.Array(Account), groups: Type.Array(AccountGroup) }),
  },
  createAccount: {
    parameters: Type.Object({ username: text, password: text, email: text, isStaff: Type.Boolean(), groups }),
    result: nothing,
  },
  /** What is left out stays. */
  changeAccount: {
    parameters: Type.Object({
      id,
      username: Type.Optional(text),
      email: Type.Optional(text),
      isStaff: Type.Optional(Type.Boolean()),
      isActive: Type.Optional(Type.Boolean()),
      groups: Type.Optional(groups),
    }),
    result: nothing,
  },
  /** Ends the account's sessions and takes back its tokens. */
  setAccountPassword: { parameters: Type.Object({ id, password: text }), result: nothing },
  /** With its tokens and sessions; its namespaces stay. */
  removeAccount: { parameters: Type.Object({ id }), result: nothing },
  createGroup: { parameters: Type.Object({ name: text }), result: nothing },
  renameGroup: { parameters: Type.Object({ id, name: text }), result: nothing },
  /** Refused (`group-guards`) where a namespace would be open to everybody without it. */
  removeGroup: { parameters: Type.Object({ id }), result: nothing },
} as const;
