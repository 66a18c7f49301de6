import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';

const scheme = 'app';
const host = 'ui';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The page's complete policy: its own resources, styles with the nonce of this load, and images that it creates. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Registers `app:` as a scheme with its own origin, for whose scripts Chromium keeps a code cache. Must run before the
 * application is ready.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built renderer, and nothing else, at `app://ui/`. */
export function serveAppScheme(folder: string): void {
  protocol.handle(scheme, async (request) => {
    const address = new URL(request.url);
    const file = path.join(folder, path.normalize(decodeURIComponent(address.pathname)));
    if (address.host !== host || !file.startsWith(folder + path.sep)) return new Response(null, { status: 404 });
    try {
      return await answer(file);
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

async function answer(file: string): Promise<Response> {
  const extension = path.extname(file);
  const headers = new Headers({
    'content-type': contentTypes[extension] ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  });
  if (extension !== '.html') return new Response(await readFile(file), { headers });
  const nonce = randomBytes(16).toString('base64');
  headers.set('content-security-policy', contentSecurityPolicy(nonce));
  headers.set('cache-control', 'no-store');
  const page = await readFile(file, 'utf8');
  return new Response(page.replaceAll('__CSP_NONCE__', nonce), { headers });
}
