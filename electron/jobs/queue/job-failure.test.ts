import { expect, test } from 'vitest';
import { explainJobError } from './job-failure.ts';

test.each([
  ['the system', Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', path: '/s/a' })],
  ['the catalogue', Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })],
  ['the engine', new Error('IO Error: Could not read from file "a.parquet": Input/output error')],
])('a disk that fails is named as the cause, as %s reports it', (_, error) => {
  expect(explainJobError(error).failure).toMatchObject({ kind: 'disk-failed', code: 'disk-failed', retry: true });
});
