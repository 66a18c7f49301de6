import { type Static, Type } from 'typebox';
import { flag, orNull, record, text } from '../../schema-parts.ts';
import { recordNumber } from '../fields.ts';

export const User = record('User', {
  id: recordNumber,
  username: text('Name to log in with.'),
  email: text('May be empty.'),
  is_staff: flag('Whether the user may read and change everything.'),
  is_active: flag('Whether the user may log in.'),
  groups: Type.Array(Type.String(), { description: 'Absolute addresses of groups.' }),
  date_joined: text('ISO 8601, UTC, milliseconds, suffix Z.'),
  last_login: orNull(Type.String(), 'ISO 8601, UTC; null before the first.'),
  url: text('Absolute address of the user.'),
});
export type User = Static<typeof User>;

export const Group = record('Group', {
  id: recordNumber,
  name: text('Display name.'),
  users: Type.Array(Type.String(), {
    description: 'Absolute addresses of its members, as far as the caller may see them.',
  }),
  url: text('Absolute address of the group.'),
});
export type Group = Static<typeof Group>;

/** What the token endpoint and the login form accept. */
export const LoginFields = record('LoginFields', {
  username: Type.String({ minLength: 1, description: 'Name to log in with.' }),
  password: Type.String({ minLength: 1, description: 'Password of the account.' }),
});
export type LoginFields = Static<typeof LoginFields>;

/** What the token endpoint returns. */
export const TokenAnswer = record('TokenAnswer', { token: text('40 hexadecimal characters.') });
export type TokenAnswer = Static<typeof TokenAnswer>;
