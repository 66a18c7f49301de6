import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFolders } from './store-folders.ts';
import { dataFileName, StoredFiles } from './stored-files.ts';
import { DamagedVersionError, type StoredFile } from './stored-version.ts';
import { isSameState, readVerification, writeVerification } from './verification-record.ts';

let root = '';
let files: StoredFiles;
const text = 'the rows of a version';
const version: StoredFile = {
  key: 'v1',
  bytes: text.length,
  checksum: createHash('sha256').update(text).digest('hex'),
} as StoredFile;
const folder = () => path.join(root, 'versions', 'v1');
const file = () => path.join(folder(), dataFileName);

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'almanac-stored-'));
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-01-01T00:00:00Z') });
  await reopen();
  await mkdir(folder());
  await writeFile(file(), text);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true, force: true });
});

/** As after a new start: nothing is remembered. */
async function reopen(): Promise<void> {
  files = new StoredFiles(await openFolders(root));
}

/** Replaces the content by another of the same length. @param hidden with the old modification time */
async function alter(hidden = false): Promise<void> {
  await writeFile(file(), text.toUpperCase());
  const past = new Date('2020-01-01T00:00:00Z');
  if (hidden) await utimes(file(), past, past);
}

/** The code of the failure; 'whole' if there is none. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'whole';
  } catch (error) {
    if (error instanceof DamagedVersionError && error.key === version.key) return error.reason.code;
    throw error;
  }
}
const served = () => outcome(files.assertWhole(version));
const derived = (force = false) => outcome(files.assertContent(version, {}, force));

describe('a stored file', () => {
  it('is served if its bytes are those of the version', async () => {
    expect(await files.lastCheck(version)).toBeNull();
    expect(await served()).toBe('whole');
    expect(await files.lastCheck(version)).toMatchObject({
      verdict: 'verified',
      asWritten: false,
      at: '2026-01-01T00:00:00.000Z',
      file: { bytes: text.length },
    });
    expect((await readdir(folder())).toSorted()).toEqual(['checked.json', dataFileName]);
  });

  it('is not served if it was altered before the first reading, even after a new start', async () => {
    await alter();
    expect(await served()).toBe('version-file-altered');
    expect(await files.lastCheck(version)).toMatchObject({ verdict: 'differs', file: { bytes: text.length } });
    expect(await served()).toBe('version-file-altered');
    await reopen();
    expect(await served()).toBe('version-file-altered');
  });

  it('is not served once it was altered, from a second later on', async () => {
    expect(await served()).toBe('whole');
    await alter();
    vi.advanceTimersByTime(999);
    expect(await served()).toBe('whole');
    vi.advanceTimersByTime(1);
    expect(await served()).toBe('version-file-altered');
    expect(await served()).toBe('version-file-altered');
  });

  it('is read again if its times changed, and then trusted', async () => {
    expect(await served()).toBe('whole');
    vi.advanceTimersByTime(5000);
    await chmod(file(), 0o600);
    await utimes(file(), new Date('2021-01-01T00:00:00Z'), new Date('2021-01-01T00:00:00Z'));
    expect(await served()).toBe('whole');
    expect((await files.lastCheck(version))?.at).toBe('2026-01-01T00:00:05.000Z');
    vi.advanceTimersByTime(5000);
    expect(await served()).toBe('whole');
    expect((await files.lastCheck(version))?.at).toBe('2026-01-01T00:00:05.000Z');
    await alter();
    vi.advanceTimersByTime(999);
    expect(await served()).toBe('whole');
    vi.advanceTimersByTime(1);
    expect(await served()).toBe('version-file-altered');
  });

  it('is trusted after a new start as long as its identity is the same', async () => {
    expect(await served()).toBe('whole');
    vi.advanceTimersByTime(5000);
    await reopen();
    expect(await served()).toBe('whole');
    expect((await files.lastCheck(version))?.at).toBe('2026-01-01T00:00:00.000Z');
    await alter(true);
    await reopen();
    expect(await served()).toBe('version-file-altered');
  });

  it('is checked once for all who wait for it', async () => {
    await Promise.all([served(), served(), served()]);
    await alter();
    vi.advanceTimersByTime(5000);
    expect(await Promise.all([served(), served()])).toEqual(['version-file-altered', 'version-file-altered']);
  });

  it('is served again once it is restored', async () => {
    await alter();
    expect(await served()).toBe('version-file-altered');
    await writeFile(file(), text);
    await utimes(file(), new Date('2022-01-01T00:00:00Z'), new Date('2022-01-01T00:00:00Z'));
    expect(await served()).toBe('whole');
  });

  it('is missing, or of another size', async () => {
    await writeFile(file(), `${text}!`);
    await expect(files.assertWhole(version)).rejects.toMatchObject({
      reason: { code: 'version-file-size', values: { found: text.length + 1, expected: text.length } },
    });
    await rm(file());
    expect(await served()).toBe('version-file-missing');
    await rm(folder(), { recursive: true });
    await writeFile(folder(), 'no folder');
    expect(await served()).toBe('version-file-missing');
  });
});

describe('the content of a stored file', () => {
  it('is read before other files are derived from it, and trusted for ten minutes', async () => {
    vi.advanceTimersByTime(600_000);
    expect(await derived()).toBe('whole');
    vi.advanceTimersByTime(599_999);
    const before = await files.lastCheck(version);
    expect(await derived()).toBe('whole');
    expect(await files.lastCheck(version)).toEqual(before);
    vi.advanceTimersByTime(1);
    expect(await derived()).toBe('whole');
    expect((await files.lastCheck(version))?.at).toBe('2026-01-01T00:20:00.000Z');
  });

  it('is read again at once if that is requested', async () => {
    await derived();
    vi.advanceTimersByTime(1000);
    expect(await derived(true)).toBe('whole');
    expect((await files.lastCheck(version))?.at).toBe('2026-01-01T00:00:01.000Z');
  });

  it('is read again if the file may have changed', async () => {
    await derived();
    await alter(true);
    expect(await derived()).toBe('version-file-altered');
    await rm(file());
    expect(await derived()).toBe('version-file-missing');
  });

  it('is known of a file that was just written', async () => {
    await files.noteWritten(version);
    expect(await files.lastCheck(version)).toMatchObject({ verdict: 'verified', asWritten: true });
    vi.advanceTimersByTime(1000);
    expect(await derived()).toBe('whole');
    expect(await files.lastCheck(version)).toMatchObject({ at: '2026-01-01T00:00:00.000Z', asWritten: true });
    files.invalidate(version.key);
    expect(await derived()).toBe('whole');
    expect(await files.lastCheck(version)).toMatchObject({ at: '2026-01-01T00:00:01.000Z', asWritten: false });
  });

  it('reports how much of it was read', async () => {
    const reports: unknown[] = [];
    await files.assertContent(version, { onProgress: (progress) => void reports.push(progress) });
    expect(reports).toEqual([{ phase: 'checking', rows: 0, bytes: text.length, fraction: 1 }]);
  });
});

describe('verifying a stored file', () => {
  const verify = () => files.verify(version, {});

  it('reports its state, and takes a damaged one out of service', async () => {
    expect(await verify()).toBe('verified');
    vi.advanceTimersByTime(1000);
    expect(await verify()).toBe('verified');
    expect((await files.lastCheck(version))?.at).toBe('2026-01-01T00:00:01.000Z');
    await alter(true);
    expect(await verify()).toBe('differs');
    expect((await files.lastCheck(version))?.verdict).toBe('differs');
    expect(await served()).toBe('version-file-altered');
    await writeFile(file(), 'short');
    expect(await verify()).toBe('differs');
    expect((await files.lastCheck(version))?.verdict).toBe('differs');
    await rm(file());
    expect(await verify()).toBe('missing');
    expect(await files.lastCheck(version)).toMatchObject({ verdict: 'missing', file: null });
  });

  it('ends as it is cancelled, without a verdict', async () => {
    const signal = AbortSignal.abort(new Error('cancelled'));
    await expect(files.verify(version, { signal })).rejects.toThrow('cancelled');
    expect(await files.lastCheck(version)).toBeNull();
  });

  it('takes effect at once', async () => {
    expect(await served()).toBe('whole');
    await alter();
    await files.noteDamaged(version);
    expect(await served()).toBe('version-file-altered');
  });
});

describe('the record of a verification', () => {
  const record = {
    file: { bytes: 1, changed: 2, touched: 3 },
    verdict: 'verified',
    at: '2026-01-01',
    asWritten: true,
  } as const;
  const read = async (value: unknown) => {
    await writeFile(path.join(folder(), 'checked.json'), typeof value === 'string' ? value : JSON.stringify(value));
    return await readVerification(folder());
  };

  it('is read as it was written', async () => {
    for (const verdict of ['verified', 'differs', 'missing'] as const) {
      await writeVerification(folder(), { ...record, verdict });
      expect(await readVerification(folder())).toEqual({ ...record, verdict });
    }
    expect(await read({ ...record, file: null, asWritten: undefined })).toEqual({
      ...record,
      file: null,
      asWritten: false,
    });
    expect(await readdir(folder())).not.toContain('checked.json.part');
  });

  it.each([
    ['no JSON', '{'],
    ['null', null],
    ['another verdict', { ...record, verdict: 'fine' }],
    ['no time', { ...record, at: 7 }],
    ['a wrong time', { ...record, at: 'soon' }],
    ['no file', { ...record, file: undefined }],
  ])('does not count with %s', async (_, value) => {
    expect(await read(value)).toBeNull();
  });

  it('that cannot be written stops nothing', async () => {
    await writeVerification(path.join(folder(), 'absent'), record);
    expect(await readVerification(path.join(folder(), 'absent'))).toBeNull();
  });

  it('belongs to a file while nothing about it changes', () => {
    const { file: state } = record;
    expect(isSameState(state, { ...state })).toBe(true);
    expect(isSameState(null, state)).toBe(false);
    for (const change of ['bytes', 'changed', 'touched'] as const) {
      expect(isSameState(state, { ...state, [change]: 9 })).toBe(false);
    }
  });
});
