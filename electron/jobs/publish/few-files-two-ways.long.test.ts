import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTwoServices, type TwoServices } from '../testing/two-services.ts';

let services: TwoServices;
let folder: string;
beforeAll(async () => {
  services = await openTwoServices();
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-two-ways-'));
});
afterAll(async () => {
  await services.close();
  await rm(folder, { recursive: true, force: true });
});

const columns = 600;
const wide = [
  Array.from({ length: columns }, (_, at) => `c${at}`),
  Array.from({ length: columns }, (_, at) => at),
  Array.from({ length: columns }, (_, at) => `x${at}`),
];

const files: Readonly<Record<string, string>> = {
  'usual.csv': 'name,n,when\na,1,2020-01-01\nb,2.5,2020-02-01\n',
  'empty-name.json': '[{"":1,"a":2},{"":3,"a":4}]',
  'nul-in-name.json': '[{"a\\u0000b":1}]',
  'names-by-case.csv': 'id,ID,Id\n1,2,3\n',
  'reserved.csv': 'filename,file_row_number\na,1\n',
  'long-name.csv': `${'n'.repeat(300)},b\n1,2\n`,
  'wide.csv': `${wide.map((row) => row.join(',')).join('\n')}\n`,
  'broken.csv': 'a,b\n1,2\n3\n4,5\n',
  'open-quote.csv': '"a,b\n1,2\n3,4\n',
  'blank.csv': '\n\n\n',
};

describe('a file that is published into the own store and through a running service', () => {
  test.each(Object.entries(files))('is the same, or refused in the same words: %s', async (name, content) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    const { local, remote } = await services.publishBothWays(file);
    expect(remote).toEqual(local);
  });
});
