import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { writeTextDurably } from '../lib/durable-text.ts';

/** Below the ports that systems give to outgoing connections: none of those takes it between two starts. */
const [lowest, highest] = [20_000, 29_999];

/** Ports that are tried before the choice is left to the system. */
const tries = 20;

/** The port that was noted for the service of a data folder; null where none was. */
export async function notedPort(dataFolder: string): Promise<number | null> {
  const port = Number(await readFile(fileIn(dataFolder), 'utf8').catch(() => ''));
  return Number.isInteger(port) && port >= lowest && port <= highest ? port : null;
}

/** Notes the port of a data folder. Where that cannot be written the next start chooses anew. */
export async function notePort(dataFolder: string, port: number): Promise<void> {
  await writeTextDurably(fileIn(dataFolder), `${port}\n`).catch(() => {});
}

/** A free port of those that may be kept; 0, which leaves the choice to the system, where none was found. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
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
