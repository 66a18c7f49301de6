import { Type } from 'typebox';
import { Account, AccountGroup, LocalServiceReport } from '../accounts.ts';

const nothing = Type.Object({});
const id = Type.Integer({ minimum: 1 });
const text = Type.String({ maxLength: 2000 });
const groups = Type.Array(id, { maxItems: 10_000 });

/**
 * The calls about the local service and its accounts. Each kind of invalid input has its own code: `username`,
 * `username-taken`, `password-short`, `group-guards`, …
 */
export const accountCalls = {
  describeLocalService: { parameters: nothing, result: LocalServiceReport },
  /** All accounts, oldest first. */
  listAccounts: {
    parameters: nothing,
    result: Type.Object({ users: Type.Array(Account), groups: Type.Array(AccountGroup) }),
  },
  createAccount: {
    parameters: Type.Object({ username: text, password: text, email: text, isStaff: Type.Boolean(), groups }),
    result: nothing,
  },
  /** Changes an account; missing fields stay unchanged. */
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
  /** Changes the password of an account, ends its sessions and revokes its tokens. */
  setAccountPassword: { parameters: Type.Object({ id, password: text }), result: nothing },
  /** Removes an account with its tokens and sessions; its namespaces remain. */
  removeAccount: { parameters: Type.Object({ id }), result: nothing },
  createGroup: { parameters: Type.Object({ name: text }), result: nothing },
  renameGroup: { parameters: Type.Object({ id, name: text }), result: nothing },
  /** Removes a group; refused (`group-guards`) if everyone could then read a namespace. */
  removeGroup: { parameters: Type.Object({ id }), result: nothing },
} as const;
