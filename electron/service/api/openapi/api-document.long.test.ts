import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { underTest } from '../../conformance/testing/service-under-test.ts';

const under = underTest();
const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, '../../../..');

it('the OpenAPI document passes the linter without an error', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, (await under.ask('/api/v1/schema/')).text);
    const linter = path.join(path.dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const rules = path.join(import.meta.dirname, 'redocly.yaml');
    const options = { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } };
    const run = promisify(execFile)(
      process.execPath,
      [linter, 'lint', file, `--config=${rules}`, '--format=json'],
      options,
    );
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    const { totals } = JSON.parse(stdout) as { totals: { errors: number } };
    expect(totals.errors).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

interface Field {
  readonly description?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly Field[];
}

/** The places of the document's fields and parameters, with their descriptions. */
function* describedFields(part: unknown, place: string, schemas: Record<string, Field>): Generator<[string, boolean]> {
  if (typeof part !== 'object' || part === null) return;
  const isDescribed = ({ description = '', $ref, anyOf = [] }: Field): boolean =>
    description !== '' ||
    ($ref !== undefined && isDescribed(schemas[$ref.split('/').at(-1) ?? ''] ?? {})) ||
    anyOf.some(isDescribed);
  const { properties, parameters } = part as { properties?: Record<string, Field>; parameters?: readonly Field[] };
  const isSchema = 'type' in part && properties !== undefined;
  if (isSchema) for (const [name, field] of Object.entries(properties)) yield [`${place}.${name}`, isDescribed(field)];
  if (Array.isArray(parameters))
    for (const one of parameters) yield [`${place} ${JSON.stringify(one)}`, isDescribed(one)];
  for (const [name, inner] of Object.entries(part)) yield* describedFields(inner, `${place}/${name}`, schemas);
}

it('every field and parameter of the document has a description', async () => {
  const { json } = await under.ask('/api/v1/schema/');
  const fields = [...describedFields(json, '', json.components.schemas)];
  expect(fields.length).toBeGreaterThan(600);
  expect(fields.filter(([, isDescribed]) => !isDescribed).map(([place]) => place)).toEqual([]);
});

/** The slugs that stand for parameters in the table of `docs/specification.md`. */
const parameters: Readonly<Record<string, string>> = {
  N: '{namespace}',
  D: '{dataset}',
  V: '{version}',
  C: '{column}',
  ID: '{id}',
};

/** A path of that table as the OpenAPI document writes it. */
function fullPath(written: string): string {
  const long = written.replace('…/D/', 'namespaces/N/datasets/D/');
  const absolute = long.startsWith('/') ? long : `/api/v1/${long}`;
  return absolute.replaceAll(/(?<=\/)(?:N|D|V|C|ID)(?=\/)/g, (slug) => parameters[slug] ?? slug);
}

it('docs/specification.md lists every endpoint with its methods', async () => {
  const page = await readFile(path.join(root, 'docs/specification.md'), 'utf8');
  const lines = [...page.matchAll(/^\| (`[^|]+`) \| ([A-Z ]+) \|/gm)].flatMap(([, paths = '', methods = '']) =>
    paths.split(', ').map((one) => `${fullPath(one.replaceAll('`', ''))} ${methods}`),
  );
  const { json } = await under.ask('/api/v1/schema/');
  const described = Object.entries(json.paths as Record<string, object>).map(([template, operations]) => {
    const methods = ['get', 'post', 'put', 'patch', 'delete'].filter((method) => method in operations);
    return `${template} ${methods.join(' ').toUpperCase()}`;
  });
  expect(lines.sort()).toEqual(described.sort());
});

it('the routes match the document: methods are allowed if and only if it contains them', async () => {
  const { json } = await under.ask('/api/v1/schema/');
  for (const [template, operations] of Object.entries(json.paths as Record<string, object>)) {
    const target = template.replace('{id}', '1').replaceAll(/\{\w+\}/g, 'city');
    const { headers } = await under.ask(target, { method: 'OPTIONS' });
    const named = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => method.toLowerCase() in operations);
    const head = named.includes('GET') ? ['HEAD'] : [];
    expect([template, headers.allow]).toEqual([template, [...named, ...head, 'OPTIONS'].join(', ')]);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await under.ask(target, { method, token: under.tokens.stranger });
      expect([template, method, status === 405]).toEqual([template, method, !named.includes(method)]);
    }
  }
});
