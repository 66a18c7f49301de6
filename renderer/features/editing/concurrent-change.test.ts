import { describe, expect, it } from 'vitest';
import type { Editable } from '#shared/rpc/editing.ts';
import { baseOf, concurrentChanges, differingPart, mergeConcurrent } from './concurrent-change.ts';
import { changeOf } from './edit-draft.ts';

const record: Editable = {
  target: { kind: 'namespace', connection: 'local', namespace: 'trees' },
  id: 1,
  label: 'Trees',
  slug: 'trees',
  description: 'All',
  published: true,
  allowedGroups: ['http://a/groups/1/', 'http://a/groups/2/'],
  image: 'images/one.png',
  etag: '"1"',
};
const before = baseOf(record);

describe('changes of another editor while a form is open', () => {
  it('are ignored if the form does not show them', () => {
    const now = baseOf({ ...record, etag: '"2"', allowedGroups: [...record.allowedGroups].reverse() });
    expect(concurrentChanges({ ...before.draft, label: 'Mine' }, before, now)).toEqual([]);
  });

  it('are ignored if both users made the same change', () => {
    const now = baseOf({ ...record, label: 'Oaks', image: '', description: 'a\r\nb' });
    const mine = { ...before.draft, label: ' Oaks ', image: { kind: 'remove' } as const, description: 'a\nb' };
    expect(concurrentChanges(mine, before, now)).toEqual([]);
  });

  it('are listed by field, marking those that the user changed too', () => {
    const now = baseOf({
      ...record,
      label: 'Oaks',
      slug: 'oaks',
      description: 'Old ones',
      published: false,
      allowedGroups: ['http://a/groups/1/'],
      image: 'images/two.png',
      etag: '"2"',
    });
    const mine = { ...before.draft, description: 'Mine', image: { kind: 'replace', path: '/home/x.png' } as const };
    expect(concurrentChanges(mine, before, now)).toEqual([
      { field: 'label', conflicts: false },
      { field: 'slug', conflicts: false },
      { field: 'description', conflicts: true },
      { field: 'published', conflicts: false },
      { field: 'groups', conflicts: false },
      { field: 'image', conflicts: true },
    ]);
  });
});

it('are loaded, keeping the user’s changes in all other fields', () => {
  const now = baseOf({ ...record, label: 'Oaks', description: 'Old ones', etag: '"2"' });
  const mine = { ...before.draft, label: 'Beeches', published: false, image: { kind: 'remove' } as const };
  const merged = mergeConcurrent(mine, before, now);
  expect(merged).toEqual({
    ...before.draft,
    label: 'Oaks',
    description: 'Old ones',
    published: false,
    image: { kind: 'remove' },
  });
  expect(changeOf(merged, now.draft)).toEqual({ published: false, image: { kind: 'remove' } });
  expect(concurrentChanges(merged, now, now)).toEqual([]);
});

it('are overwritten only by the user’s own changes when saving anyway', () => {
  const mine = { ...before.draft, label: 'Beeches' };
  expect(changeOf(mine, before.draft)).toEqual({ label: 'Beeches', image: { kind: 'keep' } });
});

it('are shown as the differing part of a long text', () => {
  const long = 'a'.repeat(1000);
  expect(differingPart('short', long)).toBe('short');
  expect(differingPart(`${long}x`, `${long}y`)).toBe(`…${'a'.repeat(239)}x`);
  expect(differingPart(`x${long}`, long)).toBe(`x${'a'.repeat(239)}…`);
  const middle = differingPart(`${long}😀${long}`, `${long}y${long}`);
  expect(middle).toBe(`…${'a'.repeat(60)}😀${'a'.repeat(179)}…`);
});
