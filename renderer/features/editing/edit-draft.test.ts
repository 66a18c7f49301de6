import { describe, expect, it } from 'vitest';
import { changeOf, draftProblems, emptyDraft } from './edit-draft.ts';

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
