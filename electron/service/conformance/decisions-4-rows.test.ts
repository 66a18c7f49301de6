import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinList, reservedParameters } from '#shared/row-query.ts';
import { shareOf } from '../../lib/testing/tier.ts';
import { createDataset } from '../catalogue/records/datasets.ts';
import { findNamespace } from '../catalogue/records/namespaces.ts';
import { publishVersion } from '../operations/publish/publish.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const data = '/api/v1/namespaces/city/datasets/population/data/';

/** Names that are valid in JSON and in addresses, but that some layer might misinterpret. */
const oddNames = [
  'plain',
  ...reservedParameters,
  'a',
  'a__b',
  'a__lt',
  'a__exact',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '1',
  '10',
  '-',
  '-x',
  ' leading',
  'trailing ',
  'with space',
  '100%',
  '50%25',
  '%s',
  'a.b.c',
  'a/b',
  'a\\b',
  'say "hi"',
  "it's",
  '`tick`',
  'semi;colon',
  'comma,name',
  'tab\tname',
  'new\nline',
  '<script>alert(1)</script>',
  'a&b=c',
  '?q#f',
  '$dollar',
  '[0]',
  '{brace}',
  'população',
  'тест',
  '人口',
  '🚲 count',
  'zero\u200dwidth',
  'café',
  '=formula',
  'select',
  'x"; DROP TABLE rows; --',
  'null',
  'true',
  'n'.repeat(255),
];

describe('Rows', () => {
  it('integers are exact to 64 bits, floats numbers, missing values null, geometry GeoJSON', async () => {
    const { text } = await under.ask(data);
    const rows = text.slice(text.indexOf('[') + 1, -2);
    expect(rows).toContain('"inhabitants":9007199254740993,');
    expect(rows).toContain('"inhabitants":-9223372036854775808,');
    expect(rows).toContain('"inhabitants":9223372036854775807,');
    expect(rows).toContain('"density":958.9041,');
    expect(rows).toContain('"density":null,');
    expect(rows).toContain('"place":{"type":"Point","coordinates":[13.74,51.05]}');
    expect(rows).toContain('"place":null');
    expect(rows).toContain('"remark":"a \\"quoted\\", text"');
    expect(rows).toContain('"remark":"two\\nlines"');
    expect(rows).toContain('"remark":"🚲"');
  });

  it("a row's order without ordering is its order in the file", async () => {
    const { json } = await under.ask(`${data}?fields=district`);
    expect(json.results.map((row: { district: string }) => row.district)).toEqual([
      'Altstadt',
      'Neustadt',
      'Südvorstadt',
      'Äußere Neustadt',
      'Löbtau',
    ]);
  });
});

describe('Column names of every kind', () => {
  const odd = '/api/v1/namespaces/city/datasets/odd/';
  const cell = (name: string, row: number) => `${row} of ${name.slice(0, 20)}`;

  beforeAll(async () => {
    const { deps, dataFolder } = under.service;
    const city = await findNamespace(deps.catalogue.records, 'city');
    const dataset = await createDataset(deps.catalogue.records, {
      namespaceId: city?.id ?? 0,
      slug: 'odd',
      label: 'Odd columns',
    });
    const rows = [1, 2].map((row) => {
      const members = oddNames.map((name) => `${JSON.stringify(name)}:${JSON.stringify(cell(name, row))}`);
      return `{${members.join(',')}}`;
    });
    const file = path.join(dataFolder, 'odd.ndjson');
    await writeFile(file, rows.join('\n'));
    await publishVersion(deps, dataset.id, { path: file, format: 'ndjson' });
  });

  it('are listed unchanged', async () => {
    const { json } = await under.ask(odd);
    expect(json.columns.map((column: { name: string }) => column.name).sort()).toEqual([...oddNames].sort());
  });

  it('have their values', async () => {
    const { json } = await under.ask(`${odd}data/?limit=1`);
    const names = oddNames.map((name) => [name, Object.getOwnPropertyDescriptor(json.results[0], name)?.value]);
    expect(names).toEqual(oddNames.map((name) => [name, cell(name, 1)]));
  });

  it.each(shareOf(oddNames, 4))('filter, order and projection by %j', async (name) => {
    const value = encodeURIComponent(cell(name, 2));
    // Only the name, unless it is reserved: `a__exact` is a column itself here.
    const reserved: readonly string[] = reservedParameters;
    const parameter = reserved.includes(name) ? `${name}__exact` : name;
    const filtered = await under.ask(`${odd}data/?${encodeURIComponent(parameter)}=${value}`);
    expect([filtered.status, filtered.json.count]).toEqual([200, 1]);
    const requested = new URLSearchParams({ fields: joinList([name]), ordering: joinList([`-${name}`]) });
    const ordered = await under.ask(`${odd}data/?${requested}`);
    expect([ordered.status, Object.entries(ordered.json.results[0] ?? {})]).toEqual([200, [[name, cell(name, 2)]]]);
  });
});
