import { expect, test } from 'vitest';
import { endPublishing, startPublishing, takeFile, usePublish } from './publish-store.ts';

test('the dataset that a dialog was opened for applies while it is open, and not to the next file', () => {
  const into = { connection: 'local', namespace: 'city', dataset: 'trees' };
  startPublishing({ kind: 'publish', paths: [], into });
  // A file dropped on the dialog goes to the dialog's destination.
  startPublishing({ kind: 'publish', paths: ['/first.csv'], into: null });
  expect(usePublish.getState().draft?.destination).toMatchObject(into);
  endPublishing();
  startPublishing({ kind: 'publish', paths: [], into: null });
  takeFile('/second.csv');
  expect(usePublish.getState().draft?.destination).toMatchObject({ namespace: null, dataset: null });
});
