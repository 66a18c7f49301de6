import { describe, expect, it } from 'vitest';
import type { Editable } from '#shared/rpc/editing.ts';
import {
  baseOf,
  changeOf,
  concurrentChanges,
  differingPart,
  draftProblems,
  emptyDraft,
  mergeConcurrent,
} from './edit-draft.ts';

const before = {
  ...emptyDraft,
  label: 'Trees',
  slug: 'trees',
  description: 'All',
  published: true,
  groups: ['a', 'b'],
};

describe('the request of a form', () => {
  it('contains everything for a new record, with a slug derived from its label', () => {
    expect(changeOf({ ...emptyDraft, label: ' Stadtbäume ' }, null)).toEqual({
      label: 'Stadtbäume',
      slug: 'stadtbaume',
      description: '',
      published: false,
      allowedGroups: [],
      image: { kind: 'keep' },
    });
  });

  it('contains changed fields only', () => {
    expect(changeOf(before, before)).toBeNull();
    expect(changeOf({ ...before, label: 'Street trees' }, before)).toEqual({
      label: 'Street trees',
      image: { kind: 'keep' },
    });
    expect(changeOf({ ...before, groups: ['a'], published: false }, before)).toEqual({
      allowedGroups: ['a'],
      published: false,
      image: { kind: 'keep' },
    });
    expect(changeOf({ ...before, hidden: true }, before)).toEqual({ hidden: true, image: { kind: 'keep' } });
    expect(changeOf({ ...before, image: { kind: 'remove' } }, before)).toEqual({ image: { kind: 'remove' } });
  });
});

it('is prevented by problems, which are named', () => {
  expect(draftProblems(emptyDraft, [])).toEqual({ label: 'labelMissing', slug: 'slugWrong' });
  expect(draftProblems(before, ['trees'])).toEqual({ label: null, slug: 'slugTaken' });
  expect(draftProblems({ ...before, slug: 'a b' }, [])).toEqual({ label: null, slug: 'slugWrong' });
  expect(draftProblems(before, ['others'])).toEqual({ label: null, slug: null });
});

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
const recordBefore = baseOf(record);

describe('changes of another editor while a form is open', () => {
  it('are ignored if the form does not show them', () => {
    const now = baseOf({ ...record, etag: '"2"', allowedGroups: [...record.allowedGroups].reverse() });
    expect(concurrentChanges({ ...recordBefore.draft, label: 'Mine' }, recordBefore, now)).toEqual([]);
  });

  it('are ignored if both users made the same change', () => {
    const now = baseOf({ ...record, label: 'Oaks', image: '', description: 'a\r\nb' });
    const mine = { ...recordBefore.draft, label: ' Oaks ', image: { kind: 'remove' } as const, description: 'a\nb' };
    expect(concurrentChanges(mine, recordBefore, now)).toEqual([]);
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
    const mine = {
      ...recordBefore.draft,
      description: 'Mine',
      image: { kind: 'replace', path: '/home/x.png' } as const,
    };
    expect(concurrentChanges(mine, recordBefore, now)).toEqual([
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
  const mine = { ...recordBefore.draft, label: 'Beeches', published: false, image: { kind: 'remove' } as const };
  const merged = mergeConcurrent(mine, recordBefore, now);
  expect(merged).toEqual({
    ...recordBefore.draft,
    label: 'Oaks',
    description: 'Old ones',
    published: false,
    image: { kind: 'remove' },
  });
  expect(changeOf(merged, now.draft)).toEqual({ published: false, image: { kind: 'remove' } });
  expect(concurrentChanges(merged, now, now)).toEqual([]);
});

it('are overwritten only by the user’s own changes when saving anyway', () => {
  const mine = { ...recordBefore.draft, label: 'Beeches' };
  expect(changeOf(mine, recordBefore.draft)).toEqual({ label: 'Beeches', image: { kind: 'keep' } });
});

it('are shown as the differing part of a long text', () => {
  const long = 'a'.repeat(1000);
  expect(differingPart('short', long)).toBe('short');
  expect(differingPart(`${long}x`, `${long}y`)).toBe(`…${'a'.repeat(239)}x`);
  expect(differingPart(`x${long}`, long)).toBe(`x${'a'.repeat(239)}…`);
  const middle = differingPart(`${long}😀${long}`, `${long}y${long}`);
  expect(middle).toBe(`…${'a'.repeat(60)}😀${'a'.repeat(179)}…`);
});
