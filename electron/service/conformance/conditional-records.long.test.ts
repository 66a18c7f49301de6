import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const namespace = '/api/v1/namespaces/city/';
const dataset = `${namespace}datasets/population/`;

async function tagOf(path: string, token = under.tokens.owner): Promise<string> {
  return (await under.ask(path, { token })).headers.etag ?? '';
}

async function newest(): Promise<string> {
  const { json } = await under.ask(`${dataset}versions/`);
  return `${dataset}version/${json.results[0].slug}/`;
}

describe('Records', () => {
  it('have a strong entity tag, and honour If-None-Match with 304', async () => {
    const { staff } = under.tokens;
    const user = (await under.ask('/api/v1/users/', { token: staff })).json.results[0].url.slice(under.base.length);
    const group = (await under.ask('/api/v1/groups/', { token: staff })).json.results[0].url.slice(under.base.length);
    for (const path of [namespace, dataset, await newest(), user, group]) {
      const tag = await tagOf(path, staff);
      expect([path, tag]).toEqual([path, expect.stringMatching(/^"[\w-]{32}"$/)]);
      expect(await tagOf(path, staff)).toBe(tag);
      const again = await under.ask(path, { token: staff, headers: { 'if-none-match': `"other", ${tag}` } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
      expect((await under.ask(path, { token: staff, headers: { 'if-none-match': '"other"' } })).status).toBe(200);
      expect((await under.ask(path, { token: staff, method: 'HEAD' })).headers.etag).toBe(tag);
    }
  });

  it('are changed only if If-Match names their current tag', async () => {
    const { owner: token } = under.tokens;
    for (const path of [namespace, dataset]) {
      const before = await under.ask(path, { token });
      const tag = before.headers.etag ?? '';
      const patch = (label: string, ifMatch: string) =>
        under.ask(path, { method: 'PATCH', token, json: { label }, headers: { 'if-match': ifMatch } });
      const first = await patch('First', `"other", ${tag}`);
      expect([first.status, first.json.label]).toEqual([200, 'First']);
      expect(first.headers.etag).toBe(await tagOf(path));
      for (const stale of [tag, '"other"', `W/${first.headers.etag}`]) {
        const refused = await patch('Second', stale);
        expect([refused.status, Object.keys(refused.json)]).toEqual([412, ['detail']]);
      }
      const { slug, label } = (await under.ask(path, { token })).json;
      expect(label).toBe('First');
      const put = { method: 'PUT', token, json: { slug, label: 'Put' }, headers: { 'if-match': tag } };
      expect((await under.ask(path, put)).status).toBe(412);
      expect((await under.ask(path, { method: 'DELETE', token, headers: { 'if-match': tag } })).status).toBe(412);
      expect((await patch('Third', '*')).json.label).toBe('Third');
      const plain = await under.ask(path, { method: 'PATCH', token, json: { label: before.json.label } });
      expect([plain.status, plain.headers.etag]).toEqual([200, tag]);
    }
  });

  it('are neither returned nor changed if a condition fails, whatever the method', async () => {
    const { owner: token } = under.tokens;
    for (const path of [namespace, dataset]) {
      const { headers, json: before } = await under.ask(path, { token });
      const tag = headers.etag ?? '';
      const read = async (given: Record<string, string>, method = 'GET') =>
        (await under.ask(path, { token, method, headers: given })).status;
      expect([await read({ 'if-match': '"other"' }), await read({ 'if-match': '"other"' }, 'HEAD')]).toEqual([
        412, 412,
      ]);
      expect([await read({ 'if-match': `"other", ${tag}` }), await read({ 'if-match': '*' })]).toEqual([200, 200]);
      expect(await read({ 'if-match': `W/${tag}` })).toBe(412);
      for (const given of ['*', `W/${tag}`, `"other" ,${tag}`]) {
        expect([given, await read({ 'if-none-match': given })]).toEqual([given, 304]);
        const change = { token, json: { label: 'Never' }, headers: { 'if-none-match': given } };
        expect((await under.ask(path, { ...change, method: 'PATCH' })).status).toBe(412);
        expect((await under.ask(path, { token, method: 'DELETE', headers: change.headers })).status).toBe(412);
      }
      const same = { token, method: 'PATCH', json: { label: before.label }, headers: { 'if-none-match': '"other"' } };
      expect((await under.ask(path, same)).status).toBe(200);
      expect((await under.ask(path, { token })).json.label).toBe(before.label);
    }
  });

  it('keep the change of one of two concurrent editors', async () => {
    const { owner: token } = under.tokens;
    const ifMatch = await tagOf(dataset);
    const change = (label: string) =>
      under.ask(dataset, { method: 'PATCH', token, json: { label }, headers: { 'if-match': ifMatch } });
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map(change));
    const good = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    expect((await under.ask(dataset, { token })).json.label).toBe(good[0]?.json.label);
  });
});
