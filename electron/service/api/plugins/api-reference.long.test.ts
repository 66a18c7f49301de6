import { expect, it } from 'vitest';
import { underTest } from '../../conformance/testing/service-under-test.ts';
import { referencePath } from './api-reference.ts';

const under = underTest();

it('the page of the API reference loads only what its policy allows, at relative addresses', async () => {
  const { status, headers, text } = await under.ask(referencePath);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = headers['content-security-policy'] ?? '';
  const [, nonce = ''] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(policy).toContain(`style-src 'nonce-${nonce}'`);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(
    [...text.matchAll(/<(?:script|style)(?: (?:src|type)="[^"]*")?( nonce="[^"]*")?>/g)].map(([, own]) => own),
  ).toEqual([` nonce="${nonce}"`, undefined, ` nonce="${nonce}"`]);
  const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"|fetch\('([^']+)'/g)].map(
    ([, one, other]) => one ?? other,
  );
  expect(addresses).toEqual(['data:,', '../', '../schema/?_format=json', 'redoc.js', '../schema/?_format=json']);
});

it('the renderer is sent from the service itself', async () => {
  const { status, headers, text } = await under.ask(`${referencePath}redoc.js`);
  expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(text).toContain('Redoc');
});

it('the pages and the discovery of the API lead to it', async () => {
  const { headers } = await under.ask('/api/v1/');
  expect(headers.link).toContain(`<${under.base}${referencePath}>; rel="service-doc"`);
  const { json } = await under.ask('/api/v1/', { method: 'OPTIONS' });
  expect(json.extensions).toEqual({ documents: { schema: 'schema/', docs: 'docs/' } });
  for (const page of ['/api/', '/api/v1/', '/api/v1/namespaces/']) {
    const { text } = await under.ask(page, { headers: { accept: 'text/html' } });
    expect([page, text.includes(`href="${under.base}${referencePath}"`)]).toEqual([page, true]);
  }
});
