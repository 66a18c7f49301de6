import { execFileSync } from 'node:child_process';
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataset } from './catalogue/records/datasets.ts';
import { createNamespace } from './catalogue/records/namespaces.ts';
import { publishVersion } from './operations/publish/publish.ts';
import { startService } from './service.ts';
import { joinStore } from './store-sharing.ts';

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-private-'));
  // Everyone may list the folder around the store.
  await chmod(home, 0o755);
  folder = path.join(home, 'data');
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** The permissions of others on a folder and everything in it, except links. */
async function openEntries(within = folder): Promise<string[]> {
  const names = await readdir(within, { recursive: true });
  const found = await Promise.all(
    ['', ...names].map(async (name) => ({ name: name || '.', stats: await lstat(path.join(within, name)) })),
  );
  return found.filter(({ stats }) => !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0).map(({ name }) => name);
}

async function publishSomething(): Promise<void> {
  const service = await startService({ dataFolder: folder });
  try {
    const { deps } = service;
    const file = path.join(home, 'rows.csv');
    await writeFile(file, 'n\n1\n');
    const { records } = deps.catalogue;
    const namespace = await createNamespace(records, { slug: 'a', label: 'A' });
    const dataset = await createDataset(records, { namespaceId: namespace.id, slug: 'b', label: 'B' });
    const source = { path: file, format: 'csv', delimiter: ',', quote: '"', header: true, encoding: 'utf-8' } as const;
    await publishVersion(deps, dataset.id, { ...source, columns: [] });
    await service.issueOperatorToken();
    // While the catalogue is open, its log is beside it.
    expect(await readdir(folder)).toContain('catalogue.sqlite-wal');
    expect(await openEntries()).toEqual([]);
  } finally {
    await service.close();
  }
}

/** The result for another user of this computer; only the administrator can try. */
function readAsAnother(file: string): string {
  const another = ['--reuid=65534', '--regid=65534', '--clear-groups', 'cat', file];
  try {
    return execFileSync('setpriv', another, { encoding: 'latin1', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return String((error as { stderr: string }).stderr);
  }
}

function canTryAsAnother(): boolean {
  try {
    execFileSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a store', () => {
  it('is readable only by its owner, whatever the umask of the process', async () => {
    const before = process.umask(0);
    try {
      await mkdir(folder);
      await publishSomething();
    } finally {
      process.umask(before);
    }
    expect(await openEntries()).toEqual([]);
  });

  it('that others could read is closed when it is opened', async () => {
    await publishSomething();
    execFileSync('chmod', ['-R', 'go+rX', folder]);
    expect(await openEntries()).not.toEqual([]);
    const service = await startService({ dataFolder: folder });
    await service.close();
    expect(await openEntries()).toEqual([]);
  });

  it('of which others could read one file is made private too', async () => {
    await publishSomething();
    await chmod(path.join(folder, 'catalogue.sqlite'), 0o644);
    const service = await startService({ dataFolder: folder });
    await service.close();
    expect(await openEntries()).toEqual([]);
  });

  it('in a folder with other files makes only its own files private, follows no link, and leaves the rest unchanged', async () => {
    await mkdir(folder, { mode: 0o755 });
    const letter = path.join(folder, 'letter.txt');
    const elsewhere = path.join(home, 'elsewhere');
    await writeFile(letter, 'dear');
    await writeFile(elsewhere, 'mine');
    for (const file of [folder, letter, elsewhere]) await chmod(file, file === folder ? 0o755 : 0o644);
    await symlink(elsewhere, path.join(folder, 'service.address.old'));
    await publishSomething().catch(() => undefined);
    expect((await openEntries()).sort()).toEqual(['.', 'letter.txt']);
    expect((await lstat(elsewhere)).mode & 0o777).toBe(0o644);
  });

  it.skipIf(!canTryAsAnother())('is not read by another user of this computer', async () => {
    await publishSomething();
    execFileSync('chmod', ['-R', 'go+rX', folder]);
    const catalogue = path.join(folder, 'catalogue.sqlite');
    expect(readAsAnother(catalogue)).toContain('SQLite format 3');
    await (await startService({ dataFolder: folder })).close();
    expect(readAsAnother(catalogue)).toMatch(/Permission denied/);
    await chmod(folder, 0o755);
    expect(readAsAnother(catalogue)).toMatch(/Permission denied/);
  });

  /** Opens the store in a process of another user; returns the message of the refusal. */
  function openAsAnother(): string {
    const module = path.join(import.meta.dirname, 'private-store.ts');
    const script = `import(${JSON.stringify(module)}).then(m => m.openPrivateStore(${JSON.stringify(folder)})).catch(e => console.log(e.name + ': ' + e.message))`;
    const another = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, '-e', script];
    return execFileSync('setpriv', another, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  }

  it.skipIf(!canTryAsAnother())(
    'is refused where another user of this computer owns it, a part of it or a link to it',
    async () => {
      const third = 65533;
      const refused = /^StoreProblemError: .* belongs to another user of this computer/;
      await mkdir(folder, { mode: 0o777 });
      await chmod(folder, 0o777);
      await chown(folder, third, third);
      expect(openAsAnother()).toMatch(refused);
      await chown(folder, 65534, 65534);
      expect(openAsAnother()).toBe('');
      await writeFile(path.join(folder, 'catalogue.sqlite'), '');
      await chown(path.join(folder, 'catalogue.sqlite'), third, third);
      expect(openAsAnother()).toMatch(refused);
      await rm(path.join(folder, 'catalogue.sqlite'));
      await writeFile(path.join(folder, 'notes.txt'), 'of another user');
      await chown(path.join(folder, 'notes.txt'), third, third);
      expect(openAsAnother()).toBe('');
      await symlink(home, path.join(folder, 'rows'));
      await lchown(path.join(folder, 'rows'), third, third);
      expect(openAsAnother()).toMatch(refused);
      await rm(path.join(folder, 'rows'));
      await rename(folder, path.join(home, 'elsewhere'));
      await symlink(path.join(home, 'elsewhere'), folder);
      await lchown(folder, third, third);
      expect(openAsAnother()).toMatch(refused);
      await lchown(folder, 65534, 65534);
      expect(openAsAnother()).toBe('');
    },
  );

  it.skipIf(process.getuid?.() !== 0)(
    'is not reached through a socket where another user of this computer listens',
    async () => {
      await mkdir(folder);
      const temporary = await mkdtemp(path.join(tmpdir(), 'almanac-socket-'));
      const socket = path.join(temporary, 'socket');
      const server = createServer((peer) => peer.write('{"url":"http://127.0.0.1:1/","token":"x"}\n'));
      await new Promise<void>((resolve) => server.listen(socket, resolve));
      try {
        await writeFile(path.join(folder, 'service.address'), JSON.stringify({ socket, kind: 'service' }));
        const joined = await joinStore(folder, 5_000);
        expect(joined).toMatchObject({ url: 'http://127.0.0.1:1/' });
        await joined?.leave();
        await chown(temporary, 65534, 65534);
        expect(await joinStore(folder, 5_000)).toBeNull();
      } finally {
        server.close();
        await rm(temporary, { recursive: true });
      }
    },
  );
});
