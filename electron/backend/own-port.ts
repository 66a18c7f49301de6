import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { writeTextDurably } from '../lib/durable-text.ts';

/** The ports to choose from: below the ephemeral ones, so that no outgoing connection takes it between two starts. */
const [lowest, highest] = [20_000, 29_999];

/** Ports to try before the system chooses one. */
const tries = 20;

/** The recorded port of a data folder's service; null if there is none. */
export async function recordedPort(dataFolder: string): Promise<number | null> {
  const port = Number(await readFile(fileIn(dataFolder), 'utf8').catch(() => ''));
  return Number.isInteger(port) && port >= lowest && port <= highest ? port : null;
}

/** Records the port of a data folder. If that fails, the next start chooses another one. */
export async function recordPort(dataFolder: string, port: number): Promise<void> {
  await writeTextDurably(fileIn(dataFolder), `${port}\n`).catch(() => {});
}

/** A free port between `lowest` and `highest`; 0, which lets the system choose, if none was found. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port, host)) return port;
  }
  return 0;
}

function fileIn(dataFolder: string): string {
  return path.join(dataFolder, 'service-port');
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
