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

describe('what a form sends', () => {
  it('is everything of something new, with a slug out of its label', () => {
    expect(changeOf({ ...emptyDraft, label: ' Stadtbäume ' }, null)).toEqual({
      label: 'Stadtbäume',
      slug: 'stadtbaume',
      description: '',
      published: false,
      allowedGroups: [],
      image: { kind: 'keep' },
    });
  });

  it('is what was changed and nothing else', () => {
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
    expect(changeOf({ ...before, image: { kind: 'remove' } }, before)).toEqual({ image: { kind: 'remove' } });
  });
});

it('names what keeps a draft from being saved', () => {
  expect(draftProblems(emptyDraft, [])).toEqual({ label: 'labelMissing', slug: 'slugWrong' });
  expect(draftProblems(before, ['trees'])).toEqual({ label: null, slug: 'slugTaken' });
  expect(draftProblems({ ...before, slug: 'a b' }, [])).toEqual({ label: null, slug: 'slugWrong' });
  expect(draftProblems(before, ['others'])).toEqual({ label: null, slug: null });
});
