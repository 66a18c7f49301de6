import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, quitApp, startApp, test } from '../support/app.ts';
import { localServiceAddress } from '../support/local-service-address.ts';

/** Directives of a Content-Security-Policy by name. */
function directives(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name, values.join(' ')];
    }),
  );
}

test.describe('restrictions of the page', () => {
  test('the policy allows nothing but the page itself and styles of the current load', async ({ app }) => {
    const loads: string[] = [];
    for (let load = 0; load < 2; load += 1) {
      const policy = await app.window.evaluate(async () => {
        const answer = await fetch(location.href);
        return answer.headers.get('content-security-policy') ?? '';
      });
      loads.push(policy);
    }
    const [first = '', second = ''] = loads.map((policy) => directives(policy)['style-src'] ?? '');
    expect(first).toMatch(/^'self' 'nonce-[A-Za-z0-9+/]{22}=='$/);
    expect(second).not.toBe(first);
    expect({ ...directives(loads[0] ?? ''), 'style-src': 'checked above' }).toEqual({
      'default-src': "'self'",
      'style-src': 'checked above',
      'img-src': "'self' data:",
      'worker-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  test('inline scripts and eval do not run, and are reported', async ({ app }) => {
    const outcome = await app.window.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.intruder = true';
      document.head.append(script);
      // In a task of the page itself, because code from a debugger may use eval.
      const evaluated = await new Promise((resolve) =>
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: tests that it is refused.
            resolve(globalThis.eval('1 + 1'));
          } catch {
            resolve('refused');
          }
        }),
      );
      script.remove();
      await new Promise((resolve) => setTimeout(resolve));
      return { intruder: 'intruder' in window, evaluated, violations };
    });
    expect(outcome).toEqual({ intruder: false, evaluated: 'refused', violations: ['script-src-elem', 'script-src'] });
  });

  test('there is no Node in the page, and only the bridge crosses', async ({ app }) => {
    const seen = await app.window.evaluate(() => ({
      require: typeof Reflect.get(globalThis, 'require'),
      process: typeof Reflect.get(globalThis, 'process'),
      module: typeof Reflect.get(globalThis, 'module'),
      buffer: typeof Reflect.get(globalThis, 'Buffer'),
      bridge: Object.keys(Reflect.get(globalThis, 'almanac')).sort(),
    }));
    expect(seen).toEqual({
      require: 'undefined',
      process: 'undefined',
      module: 'undefined',
      buffer: 'undefined',
      bridge: [
        'call',
        'capabilities',
        'connectBackend',
        'languages',
        'onEvent',
        'opened',
        'platform',
        'takeFile',
        'version',
        'window',
        'windows',
      ],
    });
  });

  test('every window is isolated and sandboxed', async ({ app }) => {
    const preferences = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => {
        // Electron has no typed way to read the options of a window.
        const read = Reflect.get(window.webContents, 'getLastWebPreferences') as () => Record<string, unknown>;
        const { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag } = read.call(window.webContents);
        return { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag: webviewTag ?? false };
      }),
    );
    expect(preferences.length).toBeGreaterThan(0);
    for (const preference of preferences) {
      expect(preference).toEqual({
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
      });
    }
  });

  // A separate Almanac: the test driver waits forever for a navigation that was refused.
  test('the page can neither navigate nor open anything', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-e2e-'));
    const app = await startApp(folder);
    const before = app.window.url();
    const opened = await app.window.evaluate(() => window.open('https://example.org/') === null);
    await app.window.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://example.org/';
      document.body.append(link);
      link.click();
      link.remove();
    });
    expect(opened).toBe(true);
    expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(app.window.url()).toBe(before);
    await quitApp(app);
    rmSync(folder, { recursive: true, force: true });
  });

  test('the page reaches no other address, and has no permission', async ({ app }) => {
    const outcome = await app.window.evaluate(async () => {
      const reach = (address: string) =>
        fetch(address).then(
          () => 'reached',
          () => 'refused',
        );
      return {
        web: await reach('https://example.org/'),
        loopback: await reach('http://127.0.0.1:9/'),
        file: await reach('file:///etc/hostname'),
        outside: (await fetch(new URL('../../../../package.json', location.href))).status,
        notifications: await navigator.permissions.query({ name: 'notifications' }).then(({ state }) => state),
        position: await navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state),
      };
    });
    expect(outcome).toEqual({
      web: 'refused',
      loopback: 'refused',
      file: 'refused',
      outside: 404,
      notifications: 'denied',
      position: 'denied',
    });
  });

  test('the shell refuses unknown calls and invalid parameters', async ({ app }) => {
    const refusals = await app.window.evaluate(async () => {
      const call = Reflect.get(window, 'almanac').call as (
        name: string,
        parameters: unknown,
      ) => Promise<{ kind: string }>;
      const outcome = (name: string, parameters: unknown) =>
        call(name, parameters).then(
          ({ kind }) => kind,
          () => 'refused',
        );
      return [
        await outcome('setTheme', { theme: 'plaid' }),
        await outcome('openAnything', {}),
        await outcome('constructor', {}),
        await outcome('copyText', { text: 5 }),
      ];
    });
    expect(refusals).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  test('the local service listens only to this computer, and rejects other host names', async ({ app }) => {
    const address = new URL(await localServiceAddress(app));
    expect(address.hostname).toBe('127.0.0.1');
    const requested = (host: string) =>
      new Promise<number>((resolve, reject) => {
        get({ host: '127.0.0.1', port: address.port, path: '/api/', headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        }).on('error', reject);
      });
    expect(await requested(address.host)).toBe(200);
    expect(await requested(`evil.example:${address.port}`)).toBe(400);
    expect(await requested('127.0.0.1.evil.example')).toBe(400);
    const outside = Object.values(networkInterfaces())
      .flatMap((known) => known ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const { address: own } of outside) {
      await expect(fetch(`http://${own}:${address.port}/api/`)).rejects.toThrow();
    }
  });
});
