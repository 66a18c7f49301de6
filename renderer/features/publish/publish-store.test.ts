import { expect, test } from 'vitest';
import { beginPublishing, endPublishing, takeFile, usePublish } from './publish-store.ts';

test('a dataset that a dialog was opened for holds while it is open, and not for the next file', () => {
  const into = { connection: 'local', namespace: 'city', dataset: 'trees' };
  beginPublishing({ kind: 'publish', path: null, into });
  // A file that is dropped on the dialog goes where the dialog was to lead.
  beginPublishing({ kind: 'publish', path: '/first.csv', into: null });
  expect(usePublish.getState().draft?.destination).toMatchObject(into);
  endPublishing();
  beginPublishing({ kind: 'publish', path: null, into: null });
  takeFile('/second.csv');
  expect(usePublish.getState().draft?.destination).toMatchObject({ namespace: null, dataset: null });
});
