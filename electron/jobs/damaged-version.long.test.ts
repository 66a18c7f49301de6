import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { VerifyRequest } from '#shared/rpc/jobs.ts';
import { type NumbersOverProxy, withNumbersOverProxy } from './testing/remote-service.ts';

let places: NumbersOverProxy;
withNumbersOverProxy((given) => {
  places = given;
});

const never = new AbortController().signal;

test('a version whose stored file was altered or removed is reported as differing over HTTP and in the window', async () => {
  const { there, far } = places;
  const reference = { connection: far.connection, namespace: 'tests', dataset: 'numbers' };
  const request: VerifyRequest = { kind: 'verify', subject: { kind: 'version', reference, version: null } };
  expect((await far.here.succeed(request)).result).toMatchObject({ verdict: 'verified' });
  expect(await there.functions.listChecks({ ...reference, connection: 'local' }, never)).toEqual([]);
  const versions = path.join(there.folder, 'data', 'rows', 'versions');
  const [key = ''] = await readdir(versions);
  const file = path.join(versions, key, 'data.parquet');
  const { size, atime, mtime } = await stat(file);
  const handle = await open(file, 'r+');
  await handle.write(Buffer.from('!'), 0, 1, Math.floor(size / 2));
  await handle.close();
  await utimes(file, atime, mtime);
  expect((await far.here.succeed(request)).result).toMatchObject({
    verdict: 'differs',
    reason: { code: 'stored-file-altered' },
  });
  const checks = await there.functions.listChecks({ ...reference, connection: 'local' }, never);
  expect(checks).toMatchObject([{ verdict: 'differs' }]);
  await rm(file);
  expect((await far.here.succeed(request)).result).toMatchObject({
    verdict: 'differs',
    reason: { code: 'stored-file-gone' },
  });
});
