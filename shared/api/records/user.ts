import { type Static, Type } from 'typebox';
import { orNull } from '../../one-of.ts';
import { recordNumber } from '../fields.ts';

export const User = Type.Object(
  {
    id: recordNumber,
    username: Type.String({ description: 'Name to log in with.' }),
    email: Type.String({ description: 'May be empty.' }),
    is_staff: Type.Boolean({ description: 'Whether the user may read and change everything.' }),
    is_active: Type.Boolean({ description: 'Whether the user may log in.' }),
    groups: Type.Array(Type.String(), { description: 'Absolute addresses of groups.' }),
    date_joined: Type.String({ description: 'ISO 8601, UTC, milliseconds, suffix Z.' }),
    last_login: orNull(Type.String(), 'ISO 8601, UTC; null before the first.'),
    url: Type.String({ description: 'Absolute address of the user.' }),
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

export const Group = Type.Object(
  {
    id: recordNumber,
    name: Type.String({ description: 'Display name.' }),
    users: Type.Array(Type.String(), {
      description: 'Absolute addresses of its members, as far as the caller may see them.',
    }),
    url: Type.String({ description: 'Absolute address of the group.' }),
  },
  { title: 'Group' },
);
export type Group = Static<typeof Group>;

/** What the token endpoint and the login form accept. */
export const LoginFields = Type.Object(
  {
    username: Type.String({ minLength: 1, description: 'Name to log in with.' }),
    password: Type.String({ minLength: 1, description: 'Password of the account.' }),
  },
  { title: 'LoginFields' },
);
export type LoginFields = Static<typeof LoginFields>;

/** What the token endpoint returns. */
export const TokenAnswer = Type.Object(
  { token: Type.String({ description: '40 hexadecimal characters.' }) },
  { title: 'TokenAnswer' },
);
export type TokenAnswer = Static<typeof TokenAnswer>;
