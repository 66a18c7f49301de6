import { expect, it } from 'vitest';
import { type Caller, type Guarded, isOwn, isPublic, mayRead, mayWrite } from './access.ts';

const person: Caller = { id: 1, username: 'anna', isStaff: false, isOperator: false, groups: new Set() };
const callers = {
  nobody: null,
  stranger: { ...person, id: 9 },
  member: { ...person, id: 2, groups: new Set([7, 8]) },
  owner: { ...person, id: 1 },
  staff: { ...person, id: 3, isStaff: true },
  operator: { ...person, id: 4, isStaff: true, isOperator: true },
};
type Name = keyof typeof callers;

function whoMay(may: (guarded: Guarded, caller: Caller | null) => boolean, guarded: Partial<Guarded>): Name[] {
  const all: Guarded = { published: false, ownerId: 1, allowedGroups: [], ...guarded };
  return (Object.keys(callers) as Name[]).filter((name) => may(all, callers[name]));
}

const everyone: Name[] = ['nobody', 'stranger', 'member', 'owner', 'staff', 'operator'];

it.each<[string, Partial<Guarded>, Name[]]>([
  ['published', { published: true }, everyone],
  ['published for a group', { published: true, allowedGroups: [5, 7] }, ['member', 'owner', 'staff', 'operator']],
  ['published for another group', { published: true, allowedGroups: [5] }, ['owner', 'staff', 'operator']],
  ['not published', {}, ['owner', 'staff', 'operator']],
  ['not published, with a group', { allowedGroups: [7] }, ['owner', 'staff', 'operator']],
  ['not published and without an owner', { ownerId: null }, ['staff', 'operator']],
])('what is %s is read by exactly those it is for', (_, guarded, readers) => {
  expect(whoMay(mayRead, guarded)).toEqual(readers);
});

it.each<[string, Partial<Guarded>, Name[]]>([
  ['published', { published: true }, ['owner', 'staff', 'operator']],
  ['published for a group', { published: true, allowedGroups: [7] }, ['owner', 'staff', 'operator']],
  ['not published', {}, ['owner', 'staff', 'operator']],
  ['without an owner', { published: true, ownerId: null }, ['staff', 'operator']],
])('what is %s is changed by its owner and the staff alone', (_, guarded, writers) => {
  expect(whoMay(mayWrite, guarded)).toEqual(writers);
});

it('belongs to its owner, and without one to the desktop', () => {
  expect(whoMay(isOwn, {})).toEqual(['owner']);
  expect(whoMay(isOwn, { ownerId: null })).toEqual(['operator']);
});

it('is public only if it is published for everyone', () => {
  const guarded = { ownerId: null, published: true, allowedGroups: [] };
  expect(isPublic(guarded)).toBe(true);
  expect(isPublic({ ...guarded, published: false })).toBe(false);
  expect(isPublic({ ...guarded, allowedGroups: [7] })).toBe(false);
});
