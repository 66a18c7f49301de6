import type { FileHandle } from 'node:fs/promises';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishFile, publish, syncFile, syncFolder, writeTextDurably, writeTextDurablySync } from './durable-file.ts';

/** What was done with the files of the test's folder, in order. */
const done = vi.hoisted(() => ({ steps: [] as string[], fail: null as { step: RegExp; code: string } | null }));

function nameOf(file: unknown): string {
  return (
    String(file)
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.[0-9a-f-]{36}/, '.uuid') ?? ''
  );
}
const { note } = vi.hoisted(() => ({
  note: (step: string) => {
    done.steps.push(step);
    const { fail } = done;
    if (fail?.step.test(step)) throw Object.assign(new Error(`${fail.code}: ${step}`), { code: fail.code });
  },
}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof files>();
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      note(`open ${nameOf(given[0])}`);
      return noted(await real.open(...given), nameOf(given[0]));
    },
    rename: async (from: string, to: string) => {
      note(`rename ${nameOf(from)} ${nameOf(to)}`);
      await real.rename(from, to);
    },
    writeFile: async (...given: Parameters<typeof real.writeFile>) => {
      const options = given[2] as { flush?: boolean } | undefined;
      await real.writeFile(...given);
      note(`write ${nameOf(given[0])}${options?.flush === true ? ' and flush' : ''}`);
    },
  };
});
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>();
  const names = new Map<number, string>();
  return {
    ...real,
    openSync: (file: string, ...more: [string]) => {
      note(`open ${nameOf(file)}`);
      const opened = real.openSync(file, ...more);
      names.set(opened, nameOf(file));
      return opened;
    },
    closeSync: (opened: number) => {
      note(`close ${names.get(opened)}`);
      real.closeSync(opened);
    },
    fsyncSync: (opened: number) => {
      note(`sync ${names.get(opened)}`);
      real.fsyncSync(opened);
    },
    renameSync: (from: string, to: string) => {
      note(`rename ${nameOf(from)} ${nameOf(to)}`);
      real.renameSync(from, to);
    },
    writeFileSync: (file: string, text: string, options: { flush?: boolean }) => {
      real.writeFileSync(file, text, options);
      note(`write ${nameOf(file)}${options.flush === true ? ' and flush' : ''}`);
    },
  };
});

function noted(handle: FileHandle, name: string): FileHandle {
  return new Proxy(handle, {
    get(target, property) {
      const value = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const result = await value.apply(target, given);
        if (property === 'sync' || property === 'close' || property === 'chmod') note(`${property} ${name}`);
        return result;
      };
    },
  });
}

let folder = '';
beforeEach(async () => {
  folder = await files.mkdtemp(path.join(tmpdir(), 'almanac-durable-'));
  await files.writeFile(path.join(folder, 'a'), 'old');
  done.steps = [];
  done.fail = null;
});
afterEach(async () => await files.rm(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);
const text = (name: string) => files.readFile(at(name), 'utf8');
const folderName = () => path.basename(folder);

describe('a file', () => {
  it('is flushed before its name is, and each is closed', async () => {
    await syncFile(at('a'));
    await publish(at('a'), at('b'));
    const steps = ['open a', 'sync a', 'close a', 'rename a b', ...synced()];
    expect(done.steps).toEqual(steps);
    expect(await text('b')).toBe('old');
  });

  it('gets its permissions before it is flushed', async () => {
    await finishFile(at('a'), 0o640);
    expect(done.steps).toEqual(['open a', 'chmod a', 'sync a', 'close a']);
    if (process.platform !== 'win32') expect((await files.stat(at('a'))).mode & 0o777).toBe(0o640);
  });

  it.skipIf(process.platform === 'win32')('is not finished through a link', async () => {
    await files.symlink(at('a'), at('link'));
    await expect(finishFile(at('link'), 0o600)).rejects.toThrow('ELOOP');
  });

  it.each([
    ['syncFile', () => syncFile(at('a'))],
    ['finishFile', () => finishFile(at('a'), 0o600)],
    ['syncFolder', () => syncFolder(folder)],
  ])('is closed if it cannot be flushed, by %s', async (_, act) => {
    done.fail = { step: /^sync/, code: 'EIO' };
    await expect(act()).rejects.toThrow('EIO');
    expect(done.steps.at(-1)).toMatch(/^close/);
  });
});

function synced(): string[] {
  return [`open ${folderName()}`, `sync ${folderName()}`, `close ${folderName()}`];
}

describe('the names in a folder', () => {
  it.each(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS'])(
    'need no flush where the system refuses it with %s',
    async (code) => {
      for (const step of [/^open/, /^sync/]) {
        done.fail = { step, code };
        await syncFolder(folder);
      }
    },
  );

  it('are not taken for flushed after any other failure', async () => {
    for (const step of [/^open/, /^sync/]) {
      done.fail = { step, code: 'EIO' };
      await expect(syncFolder(folder)).rejects.toThrow('EIO');
    }
  });
});

describe('a small file', () => {
  const writers: [string, (file: string) => unknown, string][] = [
    ['writeTextDurably', (file) => writeTextDurably(file, 'new'), 'a.part'],
    ['writeTextDurably, with a name', (file) => writeTextDurably(file, 'new', at('p')), 'p'],
    ['writeTextDurablySync', async (file) => writeTextDurablySync(file, 'new', at('p')), 'p'],
  ];

  it.each(writers)('is flushed beside its name and then renamed, by %s', async (_, write, part) => {
    await write(at('a'));
    expect(done.steps).toEqual([`write ${part} and flush`, `rename ${part} a`, ...synced()]);
    expect(await text('a')).toBe('new');
    expect(await files.readdir(folder)).toEqual(['a']);
    if (process.platform !== 'win32') expect((await files.stat(at('a'))).mode & 0o777).toBe(0o600);
  });

  it.each(writers.slice(0, 2))('is the old one, alone, if it cannot be written by %s', async (_, write) => {
    for (const step of [/^write/, /^rename/]) {
      done.fail = { step, code: 'ENOSPC' };
      await expect(write(at('a'))).rejects.toThrow('ENOSPC');
      expect(await text('a')).toBe('old');
      expect(await files.readdir(folder)).toEqual(['a']);
    }
  });

  it('is whole even if the names of its folder cannot be flushed at once', () => {
    done.fail = { step: /^sync/, code: 'EINVAL' };
    writeTextDurablySync(at('a'), 'new', at('p'));
    expect(done.steps.at(-1)).toBe(`close ${folderName()}`);
    done.fail = { step: /^open/, code: 'EACCES' };
    writeTextDurablySync(at('a'), 'new', at('p'));
    done.fail = { step: /^rename/, code: 'EACCES' };
    expect(() => writeTextDurablySync(at('a'), 'newer', at('p'))).toThrow('EACCES');
  });
});
