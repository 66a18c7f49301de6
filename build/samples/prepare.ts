import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Sample } from './sample.ts';
import { withoutColumns } from './without-columns.ts';

/** A file to publish, and the date of its version (null for the time of publishing). */
export interface PreparedFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly datetime: string | null;
  /** The file with the columns that depend on a column of this file, and the name of that column. */
  readonly lookup?: { readonly name: string; readonly content: Uint8Array; readonly by: string };
}

/** The files of a sample, oldest version first, created from the collection's folder `files`. */
export async function prepare(sample: Sample, files: string): Promise<PreparedFile[]> {
  const content = readFileSync(join(files, sample.file));
  switch (sample.preparation.kind) {
    case 'as-is':
      return [{ name: sample.file, content, datetime: null }];
    case 'looked-up': {
      const { columns, by } = sample.preparation;
      const { rows, looked } = await withoutColumns(join(files, sample.file), columns, by);
      const lookup = { name: sample.file.replace(/(\.\w+)$/, `-${by}$1`), content: looked, by };
      return [{ name: sample.file, content: rows, datetime: null, lookup }];
    }
    case 'topojson': {
      const { object, idColumn } = sample.preparation;
      const unfolded = unfold(JSON.parse(content.toString('utf8')), object, idColumn);
      return [{ name: `${sample.slug}.geojson`, content: Buffer.from(unfolded), datetime: null }];
    }
    case 'grown':
      return sample.preparation.days.map((day) => ({
        name: `${sample.slug}-${day}.csv`,
        content: Buffer.from(grownTo(content.toString('utf8'), day)),
        datetime: `${day}T00:00:00.000Z`,
      }));
  }
}

function unfold(topology: Topology<Record<string, GeometryCollection>>, name: string, idColumn: string): string {
  const object = topology.objects[name];
  if (!object) throw new Error(`The topology has no object "${name}".`);
  const features = feature(topology, object).features.map((each) => ({
    type: each.type,
    properties: { [idColumn]: each.id },
    geometry: each.geometry,
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** The header and the records dated before `day`; the records begin with an ISO date and contain no line breaks. */
function grownTo(text: string, day: string): string {
  const [header = '', ...records] = text.split(/\r?\n/);
  const kept = records.filter((record) => record !== '' && record.slice(0, 10) < day);
  return `${[header, ...kept].join('\n')}\n`;
}
