import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../service/service.ts';
import { openKeychain } from './keychain.ts';
import { operatorToken } from './own-service.ts';

// No test may reach the keychain of the user who runs it: here it never answers, and the token stays in this process.
process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nonexistent';

async function everythingIn(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name)))));
}

test('the desktop’s token is reused while it is valid, replaced when it is not, and never written to a file', async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'almanac-operator-'));
  const service = await startService({ dataFolder });
  const vault = openKeychain();
  const users = (token: string) =>
    fetch(new URL('api/v1/users/', service.url), { headers: { authorization: `Token ${token}` } });
  try {
    const first = await operatorToken(service, vault);
    expect(first).toMatch(/^[0-9a-f]{40}$/);
    expect((await users(first)).status).toBe(200);
    expect(await operatorToken(service, vault)).toBe(first);

    await service.issueOperatorToken();
    expect((await users(first)).status).toBe(401);
    const second = await operatorToken(service, vault);
    expect(second).not.toBe(first);
    expect((await users(second)).status).toBe(200);

    const written = await everythingIn(dataFolder);
    expect(written.length).toBeGreaterThan(0);
    expect(written.includes(second)).toBe(false);
  } finally {
    await service.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
});
