import { expect, test } from 'vitest';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { destinationProblems, isFree } from './destination-form.tsx';
import { newDraft } from './draft.ts';

const nothing = { id: 1, description: '', image: '', showcase_image: '', thumbnail_image: '', url: '' };
const trees = {
  ...nothing,
  label: 'Trees',
  slug: 'trees',
  namespace: '',
  versions: [],
  data: '',
  columns: [],
  download: '',
};
const city: NamespaceSummary = {
  ...nothing,
  label: 'City',
  slug: 'city',
  published: true,
  allowed_groups: [],
  datasets: [trees],
};
const into = (namespace: string | null, dataset: string | null) =>
  newDraft('/x/trees.csv', { connection: null, namespace, dataset }).destination;
const fine = { namespaceLabel: null, namespaceSlug: null, datasetLabel: null, datasetSlug: null };

test('an existing dataset is a valid destination', () => {
  expect(destinationProblems(into('city', 'trees'), [city], null)).toEqual(fine);
});

test('a new dataset must not exist yet, unless an earlier attempt created it', () => {
  const problems = destinationProblems(into('city', null), [city], null);
  expect(problems).toEqual({ ...fine, datasetSlug: 'slugTaken' });
  expect(isFree(problems)).toBe(false);
  expect(destinationProblems(into('city', null), [city], { namespace: 'city', dataset: 'trees' })).toEqual(fine);
});

test('a new namespace needs a label and an unused name', () => {
  const fresh = into(null, null);
  expect(destinationProblems(fresh, [city], null)).toEqual({
    ...fine,
    namespaceLabel: 'labelMissing',
    namespaceSlug: 'slugWrong',
  });
  const named = { ...fresh, newNamespace: { ...fresh.newNamespace, label: 'City' } };
  expect(destinationProblems(named, [city], null)).toEqual({
    ...fine,
    namespaceSlug: 'slugTaken',
    datasetSlug: 'slugTaken',
  });
  const free = { ...named, newNamespace: { ...named.newNamespace, slug: 'my city' } };
  expect(destinationProblems(free, [city], null).namespaceSlug).toBe('slugWrong');
});
