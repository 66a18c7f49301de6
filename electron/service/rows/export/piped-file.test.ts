import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, createWriteStream, openSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NamedPipes } from './named-pipes.ts';
import { PipedFile } from './piped-file.ts';

let folder: string;
let pipes: NamedPipes;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-piped-'));
  pipes = new NamedPipes(folder, 1);
});
afterEach(() => rm(folder, { recursive: true }));

const ignore = () => {};

async function taken(): Promise<string> {
  const pipe = await pipes.take();
  if (pipe === null) throw new Error('There is no pipe.');
  return pipe;
}

/** Writes like the engine: opens the pipe, writes large chunks, closes it. */
async function writeInto(pipe: string, pieces: readonly Buffer[]): Promise<void> {
  const stream = createWriteStream(pipe, { flags: 'w' });
  for (const piece of pieces) if (!stream.write(piece)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(process.platform === 'win32')('a file that is written through a pipe', () => {
  it('has everything that was written, and its checksum', async () => {
    const path = join(folder, 'file');
    const pieces = [1, 3_000_000, 65_536, 9_000_001].map((length) => randomBytes(length));
    const file = new PipedFile(await taken(), path, pipes);
    await writeInto(file.writable, pieces);
    file.tick();
    await file.written();
    expect(await file.complete(undefined, ignore)).toBe(sha256(Buffer.concat(pieces)));
    expect(await readFile(path)).toEqual(Buffer.concat(pieces));
  });

  it('is read again when it was modified afterwards', async () => {
    const path = join(folder, 'altered');
    const file = new PipedFile(await taken(), path, pipes);
    await writeInto(file.writable, [Buffer.from('abcdef')]);
    await file.written();
    await file.discard();
    const handle = await open(path, 'r+');
    await handle.truncate(3);
    await handle.close();
    expect(await file.complete(undefined, ignore)).toBe(sha256('abc'));
  });

  it('can be abandoned before anything was written, and its pipe is reused', async () => {
    const path = join(folder, 'next');
    const given = new PipedFile(await taken(), join(folder, 'given-up'), pipes);
    await given.abandon();
    const file = new PipedFile(await taken(), path, pipes);
    await writeInto(file.writable, [Buffer.from('abc')]);
    await file.written();
    expect(await file.complete(undefined, ignore)).toBe(sha256('abc'));
  });

  it('that is cancelled when it is already complete leaves the pipe to its new owner', async () => {
    const file = new PipedFile(await taken(), join(folder, 'whole'), pipes);
    await writeInto(file.writable, [Buffer.from('abc')]);
    await file.written();
    await file.complete(undefined, ignore);
    await taken();
    await file.abandon();
    expect(await pipes.take()).toBeNull();
  });

  it('can be abandoned while the writer still has the pipe open, which is then never reused', async () => {
    const pipe = await taken();
    const file = new PipedFile(pipe, join(folder, 'given-up'), pipes);
    const writer = openSync(pipe, constants.O_WRONLY);
    await file.abandon();
    closeSync(writer);
    expect(await pipes.take()).toBeNull();
  });

  it.skipIf(process.platform !== 'linux')('reports a full disk to the writer', async () => {
    const file = new PipedFile(await taken(), '/dev/full', pipes);
    await expect(writeInto(file.writable, [randomBytes(3_000_000)])).rejects.toThrow('EPIPE');
    await expect(file.written()).rejects.toThrow('ENOSPC');
    await file.abandon();
    expect(() => file.failing.throwIfAborted()).toThrow('ENOSPC');
  });

  it('does not let a writer wait for a reader that has ended', async () => {
    const file = new PipedFile(await taken(), join(folder, 'no-such-folder', 'file'), pipes);
    await once(file.failing, 'abort');
    const writer = await open(file.writable, constants.O_WRONLY);
    await writer.close();
    await file.abandon();
    await expect(stat(join(folder, 'no-such-folder'))).rejects.toThrow('ENOENT');
  });
});

describe.skipIf(process.platform === 'win32')('named pipes', () => {
  it('are removed when they are closed', async () => {
    await taken();
    expect(await readdir(folder)).toEqual(['pipe-0']);
    await pipes.close();
    expect(await readdir(folder)).toEqual([]);
    expect(await pipes.take()).toBeNull();
  });
});
