import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { raw } from 'hono/html';
import { html } from '../pages/html.ts';
import { pageHeaders } from '../responses/send-page.ts';
import { notFound } from './api-error.ts';

/** The page that shows the OpenAPI document to readers. */
export const referencePath = '/api/v1/docs/';

/** Beside the built program, or in the package that the build copies it from. */
const renderer = 'redoc.standalone.js';
const folders = ['.', '../node_modules/redoc/bundles', '../../../../node_modules/redoc/bundles'];

/**
 * Serves the reference of the API: Redoc over the OpenAPI document, without any request to other hosts. Addresses in it
 * are relative, so that they also fit below the path of a proxy.
 */
export function registerApiReference(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: referencePath,
    handler: async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      const policy = [`script-src 'self' 'nonce-${nonce}'`, "connect-src 'self'", "form-action 'none'"];
      return reply.headers(pageHeaders(nonce, policy)).send(referencePage(nonce));
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: `${referencePath}redoc.js`,
    handler: async (_request, reply) => {
      reply.headers({ 'Cache-Control': 'public, max-age=3600', 'X-Content-Type-Options': 'nosniff' });
      return reply.type('text/javascript; charset=utf-8').send(await readRenderer());
    },
  });
}

/**
 * Shows the document without HEAD and OPTIONS, which every endpoint has. Redoc gives the nonce to its own styles. Its
 * search needs a worker from a `blob:` address, which the policy forbids.
 */
const start = `
const answer = await fetch('../schema/?_format=json');
const description = await answer.json();
for (const path of Object.values(description.paths)) {
  delete path.head;
  delete path.options;
}
Redoc.init(description, options, document.getElementById('reference'));
`;

function referencePage(nonce: string): string {
  const fonts = 'system-ui, sans-serif';
  const theme = { typography: { fontFamily: fonts, headings: { fontFamily: fonts } } };
  const options = { nonce, disableSearch: true, hideDownloadButtons: true, nativeScrollbars: true, theme };
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference – Almanac</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">body { margin: 0; font-family: ${raw(fonts)}; } .back { margin: 0; padding: 0.6rem 1.25rem; } a { color: #1b4f9c; }</style>
</head>
<body>
<p class="back"><a href="../">Browse the API</a> · <a href="../schema/?_format=json">OpenAPI document</a></p>
<div id="reference"><noscript>This page needs scripts. Read the OpenAPI document instead.</noscript></div>
<script src="redoc.js"></script>
<script type="module" nonce="${nonce}">const options = ${raw(JSON.stringify(options))};${raw(start)}</script>
</body>
</html>
`);
}

/** @throws {ApiError} 404 if the program was built without it */
async function readRenderer(): Promise<Buffer> {
  const file = folders.map((folder) => path.join(import.meta.dirname, folder, renderer)).find(existsSync);
  if (file === undefined) throw notFound();
  return await readFile(file);
}
