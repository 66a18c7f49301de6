import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';
import type { KeptPicture } from './kept-pictures.ts';
import { pageWithPicture } from './picture-page.ts';
import { windowHeader } from './window.ts';

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

/** The page's whole policy: itself, styles with this load's nonce, and pictures that it makes. */
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
 * Makes `app:` a scheme with an origin of its own, whose scripts Chromium keeps in compiled form. Must run before the
 * application is ready.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Serves the built renderer, and nothing else, at `app://ui/`.
 * @param pictureOf what the page of this window begins with
 */
export function serveAppScheme(folder: string, pictureOf: (window: string) => Promise<KeptPicture | null>): void {
  protocol.handle(scheme, async (request) => {
    const address = new URL(request.url);
    const file = path.join(folder, path.normalize(decodeURIComponent(address.pathname)));
    if (address.host !== host || !file.startsWith(folder + path.sep)) return new Response(null, { status: 404 });
    try {
      const window = request.headers.get(windowHeader);
      return await answer(file, () => (window === null ? null : pictureOf(window)));
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

async function answer(file: string, pictured: () => Promise<KeptPicture | null> | null): Promise<Response> {
  const extension = path.extname(file);
  const headers = new Headers({
    'content-type': contentTypes[extension] ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  });
  if (extension !== '.html') return new Response(await readFile(file), { headers });
  const nonce = randomBytes(16).toString('base64');
  headers.set('content-security-policy', contentSecurityPolicy(nonce));
  headers.set('cache-control', 'no-store');
  const [page, picture] = await Promise.all([readFile(file, 'utf8'), pictured()]);
  const shown = picture === null ? page : pageWithPicture(page, picture);
  return new Response(shown.replaceAll('__CSP_NONCE__', nonce), { headers });
}
