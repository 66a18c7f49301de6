import { readFileSync } from 'node:fs';
import { given } from '#shared/given.ts';

/** A row of a source file: JSON values, or texts if the file is delimited. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** The records of a small delimited file, all values as texts (RFC 4180). A reader independent of Almanac's own, for tests. */
export function readDelimited(file: string): SourceRow[] {
  const records: string[][] = [[]];
  let field = '';
  let quoted = false;
  const text = readFileSync(file, 'utf8');
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted) {
      if (character !== '"') field += character;
      else if (text.charAt(at + 1) === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',' || character === '\n') {
      records.at(-1)?.push(field);
      field = '';
      if (character === '\n') records.push([]);
    } else if (character !== '\r') field += character;
  }
  const last = records.pop() ?? [];
  if (last.length > 0 || field !== '') records.push([...last, field]);
  const [header = [], ...rows] = records;
  return rows.map((row) => Object.fromEntries(header.map((name, position) => [name, row[position]])));
}

/** The features of a GeoJSON file as rows: id if there is one, properties, geometry. */
export function readFeatures(file: string): SourceRow[] {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: { id?: string; properties: SourceRow; geometry: unknown }[];
  };
  return features.map(({ id, properties, geometry }) => ({
    ...given({ id }),
    ...properties,
    geometry,
  }));
}
