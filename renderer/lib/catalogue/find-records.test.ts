import { expect, test } from 'vitest';
import { testDataset, testNamespace } from '../../testing/records.ts';
import { inLabelOrder } from './find-records.ts';

const labels = ['Zebra', 'Table 10', 'Äpfel', 'apples', 'Table 2'];

test.each([
  ['de', ['Äpfel', 'apples', 'Table 2', 'Table 10', 'Zebra']],
  // In Swedish, ä is a letter of its own, after z.
  ['sv', ['apples', 'Table 2', 'Table 10', 'Zebra', 'Äpfel']],
])('datasets and namespaces are in the order of their labels in %s', (locale, ordered) => {
  const datasets = labels.map((label) => testDataset({ label }));
  const namespaces = inLabelOrder(
    [...labels.map((label) => testNamespace({ label, datasets })), testNamespace({ label: '', slug: 'bees' })],
    locale,
  );
  expect(namespaces[0]?.datasets.map(({ label }) => label)).toEqual(ordered);
  const isUnlabelled = ({ label }: { label: string }) => label === '';
  expect(namespaces.filter((each) => !isUnlabelled(each)).map(({ label }) => label)).toEqual(ordered);
  expect(namespaces.findIndex(isUnlabelled)).toBe(ordered.indexOf('apples') + 1);
});
