import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser } from '../accounts/administer.ts';
import { type Service, startService } from '../service.ts';

const run = promisify(execFile);
const documents = path.join(import.meta.dirname, '../../../docs');
const page = await readFile(path.join(documents, 'api.md'), 'utf8');

/** The blocks of the page in a language. */
function blocksIn(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]+?)^\`\`\``, 'gm'))].map(([, code = '']) => code);
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let folder = '';
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-api-page-'));
  const towns = /```csv\n([^`]+)```/.exec(await readFile(path.join(documents, 'query.md'), 'utf8'))?.[1] ?? '';
  await writeFile(path.join(folder, 'towns.csv'), towns);
  await writeFile(path.join(folder, 'more.csv'), `${towns.split('\n')[0]}\nFen,West,300,10,1900-01-01,,\n`);
  service = await startService({ dataFolder: path.join(folder, 'data'), prepareRows: false });
  await addUser(service.deps.catalogue.records, { username: 'anna', password: 'correct horse battery', isStaff: true });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Code of the page about the service of this test. */
const here = (code: string) => code.replaceAll('http://127.0.0.1:8000/', service.url);

const border = '-- next block --';

/** Requests fail as their status says, and each block begins when what was published is ready. */
const prelude = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
is_ready() {
  curl "\${version}report/" --header "$auth" | jq --exit-status '.state == "ready"' > /dev/null &&
    curl "$api/namespaces/geo/datasets/towns/versions/" | jq --exit-status 'all(.results[]; .ready)' > /dev/null
}
settle() {
  [ -z "\${version:-}" ] || until is_ready; do :; done
  echo; echo '${border}'
}
`;

test.skipIf(!isInstalled('curl') || !isInstalled('jq'))(
  'every command of the page succeeds, and prints what it shows',
  async () => {
    const script = blocksIn('sh').map((block) => `${here(block)}\nsettle\n`);
    expect(script.length).toBeGreaterThan(8);
    const { stdout } = await run('bash', ['-c', prelude + script.join('')], { cwd: folder });
    const outputs = stdout.split(border);
    const [shown = ''] = blocksIn('json');
    const rows = outputs[script.findIndex((block) => block.includes('limit=2"'))] ?? '';
    expect(JSON.parse(rows)).toEqual(JSON.parse(shown));
  },
);

test.skipIf(!isInstalled('python3'))('the code in Python and JavaScript reads all rows', async () => {
  const [python = ''] = blocksIn('python');
  const [javaScript = ''] = blocksIn('js');
  const expected = 'Arc 1200,Bo 800,Cray 1600,Dun -,Este 400,Fen 300';
  for (const [program, ...words] of [
    ['python3', '-c', here(python)],
    [process.execPath, '--input-type=module', '-e', here(javaScript)],
  ] as const) {
    const { stdout } = await run(program, words, { cwd: folder });
    expect(
      stdout
        .trim()
        .replaceAll(/None|null/g, '-')
        .split('\n')
        .join(','),
    ).toBe(expected);
  }
});
