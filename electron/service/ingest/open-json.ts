import { say } from '#shared/sentences/say.ts';
import { quoteLiteral } from '../rows/duckdb/quoting.ts';
import type { Session } from '../rows/duckdb/session.ts';
import { IngestError } from '../rows/row-store.ts';
import { maxJsonDepth, shallowJsonSql } from './json-depth.ts';
import { objectMembers } from './object-members.ts';
import type { Relation, SourceColumn } from './relation.ts';
import { plainNumbers } from './text-conversion.ts';
import { firstLine } from './unreadable-text.ts';

/** An object may be this long; the engine keeps several times as much in memory. */
const longestObject = 16 * 2 ** 20;

/** `guess`: an object that looks like a GeoJSON geometry. */
type Kind = 'integer' | 'float' | 'text' | 'guess';

/** Lines that a feature collection was cut into: `p` has the properties, `g` the geometry as WKB in hexadecimal, `i` the id. */
export const featureMembers = { properties: 'p', geometry: 'g', id: 'i' } as const;

/** Reads objects, one a line; every key that any of them has becomes a column. */
export async function openJsonLines(
  session: Session,
  path: string,
  compression: string,
  features: boolean,
): Promise<Relation> {
  const reader = `read_ndjson_objects(${quoteLiteral(path)}, maximum_object_size = ${longestObject}, compression = ${quoteLiteral(compression === 'none' ? 'uncompressed' : compression)})`;
  try {
    const fields = await keysOf(session, reader, features);
    const pointers = fields.map(({ pointer }) => quoteLiteral(pointer)).join(', ');
    return {
      from: fields.length === 0 ? reader : `(SELECT json_extract_string(json, [${pointers}]) AS cells FROM ${reader})`,
      columns: fields.map(({ name, kind }, position) => ({
        form: 'text',
        name,
        reference: `cells[${position + 1}]`,
        kind,
      })),
      form: 'json',
      numbers: plainNumbers,
      conversions: [],
    };
  } catch (error) {
    if (error instanceof IngestError || !(error instanceof Error) || error.name === 'AbortError') throw error;
    throw new IngestError(say('no-json', { said: firstLine(error.message) }));
  }
}

interface Field {
  readonly name: string;
  readonly pointer: string;
  readonly kind: Extract<SourceColumn, { form: 'text' }>['kind'];
}

/** Every key and what its values are, in the order in which the keys first appear. */
async function keysOf(session: Session, reader: string, features: boolean): Promise<Field[]> {
  const object = features ? `json_extract(json, '/${featureMembers.properties}')` : 'json';
  const structures = await session.rows(
    `SELECT structure::VARCHAR, min(position) AS first FROM (
       SELECT CASE WHEN ${shallowJsonSql('json::VARCHAR')} THEN json_structure(${object}) ELSE ${quoteLiteral(tooDeep)} END AS structure,
         row_number() OVER () AS position FROM ${reader})
     GROUP BY structure ORDER BY first`,
  );
  const kinds = new Map<string, Kind | 'nothing'>();
  for (const [structure, position] of structures) {
    if (structure === null || isBare(String(structure))) continue;
    if (structure === tooDeep) throw tooDeepError(Number(position));
    const shape = objectShape(String(structure), Number(position));
    // The order of the text, not of the object: that would put keys of digits first.
    for (const name of objectMembers(Buffer.from(String(structure))).keys()) {
      kinds.set(name, merge(kinds.get(name) ?? 'nothing', kindOf(shape[name])));
    }
  }
  const under = features ? `/${featureMembers.properties}` : '';
  const fields: Field[] = [...kinds].map(([name, kind]) => ({
    name,
    pointer: `${under}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    kind: kind === 'nothing' ? 'text' : kind,
  }));
  return features ? withFeatureMembers(session, reader, fields) : fields;
}

async function withFeatureMembers(session: Session, reader: string, fields: Field[]): Promise<Field[]> {
  const member = `json->>'${featureMembers.id}'`;
  const [ids, numbers] = await session.row(
    `SELECT count(${member}), count(*) FILTER (WHERE TRY_CAST(${member} AS BIGINT)::VARCHAR = ${member}) FROM ${reader}`,
  );
  const taken = new Set(fields.map(({ name }) => name));
  const geometry: Field = { name: 'geometry', pointer: `/${featureMembers.geometry}`, kind: 'wkb' };
  const id: Field = { name: 'id', pointer: `/${featureMembers.id}`, kind: numbers === ids ? 'integer' : 'text' };
  // The geometry has its name for sure; a property of that name makes way.
  const renamed = fields.map((field) => (field.name === 'geometry' ? { ...field, name: 'geometry_property' } : field));
  return [...(ids === 0n || taken.has('id') ? [] : [id]), ...renamed, geometry];
}

/** A structure is JSON too: an object of names to types; an object made by parsing keeps `__proto__` as a plain key. */
function objectShape(structure: string, position: number): Record<string, unknown> {
  const shape: unknown = JSON.parse(structure);
  if (shape !== null && typeof shape === 'object' && !Array.isArray(shape)) return shape as Record<string, unknown>;
  const badValue = { row: position, line: position, column: null, value: null, message: say('no-object') };
  throw new IngestError(say('record-no-object', { number: position }), [badValue]);
}

/** Stands for the structure of a record whose structure is not asked for. */
const tooDeep = '"TOO DEEP"';

function tooDeepError(position: number): IngestError {
  const message = say('nested-too-deep', { limit: maxJsonDepth });
  const badValue = { row: position, line: position, column: null, value: null, message };
  return new IngestError(say('record-nested-too-deep', { number: position, limit: maxJsonDepth }), [badValue]);
}

/** A missing object, or one without any key. */
function isBare(structure: string): boolean {
  return structure === '"NULL"' || structure === '"JSON"' || structure === '{}';
}

function kindOf(shape: unknown): Kind | 'nothing' {
  if (shape === 'NULL') return 'nothing';
  if (shape === 'UBIGINT' || shape === 'BIGINT' || shape === 'HUGEINT' || shape === 'UHUGEINT') return 'integer';
  if (typeof shape === 'object' && shape !== null && 'type' in shape && shape.type === 'VARCHAR') {
    return 'coordinates' in shape || 'geometries' in shape ? 'guess' : 'text';
  }
  return shape === 'DOUBLE' ? 'float' : 'text';
}

function merge(one: Kind | 'nothing', other: Kind | 'nothing'): Kind | 'nothing' {
  if (one === 'nothing' || one === other) return other;
  if (other === 'nothing') return one;
  return [one, other].some((kind) => kind === 'text' || kind === 'guess') ? 'text' : 'float';
}
