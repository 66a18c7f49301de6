import { Type } from 'typebox';
import { Account, AccountGroup, LocalServiceReport } from '../accounts.ts';
import { call, done, nothing } from '../call.ts';

const id = Type.Integer({ minimum: 1 });
const text = Type.String({ maxLength: 2000 });
const groups = Type.Array(id, { maxItems: 10_000 });

/**
 * The calls about the local service and its accounts. Each kind of invalid input has its own code: `username`,
 * `username-taken`, `password-short`, `group-guards`, …
 */
export const accountCalls = {
  describeLocalService: call(nothing, LocalServiceReport),
  /** All accounts, oldest first. */
  listAccounts: call(nothing, Type.Object({ users: Type.Array(Account), groups: Type.Array(AccountGroup) })),
  createAccount: call(
    Type.Object({ username: text, password: text, email: text, isStaff: Type.Boolean(), groups }),
    done,
  ),
  /** Changes an account; missing fields stay unchanged. */
  changeAccount: call(
    Type.Object({
      id,
      username: Type.Optional(text),
      email: Type.Optional(text),
      isStaff: Type.Optional(Type.Boolean()),
      isActive: Type.Optional(Type.Boolean()),
      groups: Type.Optional(groups),
    }),
    done,
  ),
  /** Changes the password of an account, ends its sessions and revokes its tokens. */
  setAccountPassword: call(Type.Object({ id, password: text }), done),
  /** Removes an account with its tokens and sessions; its namespaces remain. */
  removeAccount: call(Type.Object({ id }), done),
  createGroup: call(Type.Object({ name: text }), done),
  renameGroup: call(Type.Object({ id, name: text }), done),
  /** Removes a group; refused (`group-guards`) if everyone could then read a namespace. */
  removeGroup: call(Type.Object({ id }), done),
} as const;
