import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../../engine/session.ts';
import { firstLine, isOutOfMemory } from '../../problems/engine-message.ts';
import { IngestError, type Plan } from '../../reading.ts';
import { presentValue } from '../../values/missing-marks.ts';
import { plainNumbers } from '../../values/text-conversion.ts';
import type { JsonField, JsonLines, Relation } from '../relation.ts';
import { longDecimalPattern } from './exact-numbers.ts';
import { maxJsonDepth, shallowJsonSql } from './json-depth.ts';
import { shortList } from './json-layout.ts';
import { type MixedMember, type MixedReading, readMixedMembers } from './mixed-columns.ts';
import { objectMembers } from './raw-values.ts';
import { recordMembers } from './record-writer.ts';

/** Maximum length of an object and what is written around it; the engine holds several times as much. */
const maxObjectBytes = 17 * 2 ** 20;

/** `guess`: an object that looks like a GeoJSON geometry. */
type Kind = 'integer' | 'float' | 'text' | 'guess';

/** The user's options for the values of objects. */
type JsonOptions = Pick<Plan, 'missing' | 'flatten'>;

/**
 * Reads objects, one a line; every key that any of them has becomes a column.
 * @param cut how the lines were written by {@link recordMembers}; null for a user's own lines of plain objects
 */
export async function openJsonLines(
  session: Session,
  path: string,
  cut: JsonLines['cut'],
  options: JsonOptions,
): Promise<Relation> {
  const reader = readerOf(path);
  try {
    const { fields, notes } = await fieldsOf(session, reader, cut, options);
    const valueOptions = { findMissing: options.missing === undefined };
    return { ...jsonRelation(path, { cut, fields }), valueOptions, conversions: notes };
  } catch (error) {
    if (error instanceof IngestError || !(error instanceof Error) || error.name === 'AbortError') throw error;
    if (isOutOfMemory(error.message)) throw new IngestError(explain('values-take-memory'));
    if (error.message.includes('maximum_object_size')) throw new IngestError(explain('record-too-long'));
    throw new IngestError(explain('no-json', { said: explain('program-said', { text: firstLine(error.message) }) }));
  }
}

function readerOf(path: string): string {
  return `read_ndjson_objects(${quoteLiteral(path)}, maximum_object_size = ${maxObjectBytes}, compression = 'uncompressed')`;
}

/** Rows of lines with known fields. */
export function jsonRelation(path: string, lines: JsonLines): Relation {
  const { cut, fields } = lines;
  const reader = readerOf(path);
  const places = cut === null ? [] : [`/${recordMembers.line}`, `/${recordMembers.record}`];
  const pointers = [...fields.map((field) => pointerOf(field, cut)), ...places].map(pointerSql).join(', ');
  const cell = (position: number) => `cells[${position + 1}]`;
  const placeAt = (position: number) => `CAST(${cell(fields.length + position)} AS BIGINT)`;
  return {
    from: pointers === '' ? reader : `(SELECT json_extract_string(json, [${pointers}]) AS cells FROM ${reader})`,
    columns: fields.map((field, position) => ({
      form: 'text',
      name: field.name,
      reference: fieldReference(cell(position), field),
      kind: field.kind,
      ...given({ evidence: field.evidence }),
    })),
    form: 'json',
    ...(cut === null ? {} : { place: { line: placeAt(0), record: placeAt(1) } }),
    lines,
    numbers: plainNumbers,
    conversions: [],
  };
}

/** The value of a field as a text. */
function fieldReference(cell: string, { onlyNumbers, missing = [] }: JsonField): string {
  // Every text that is not a number means a missing value, and one expression is planned faster than several.
  if (onlyNumbers !== undefined) return `TRY_CAST(trim(${cell}) AS ${onlyNumbers})::VARCHAR`;
  return presentValue(cell, missing);
}

function pointerOf({ member }: Pick<JsonField, 'member'>, cut: JsonLines['cut']): string {
  const under = cut !== null && member.of === 'record' ? `/${recordMembers.properties}` : '';
  const names = [member.name, ...(member.within ?? [])];
  return under + names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A pointer in the engine's syntax: the text of a statement cannot contain NUL. */
function pointerSql(pointer: string): string {
  return pointer.split('\0').map(quoteLiteral).join(' || chr(0) || ');
}

interface FoundFields {
  readonly fields: readonly JsonField[];
  readonly notes: readonly Explanation[];
}

/**
 * Condition for lines that the engine may read differently: a comma that may have nothing after it, which it accepts
 * (within a text it is harmless), or a number with more digits than a double.
 */
const laxSql = String.raw`regexp_matches(json::VARCHAR, ',\s*[}\]]|${longDecimalPattern}')`;

/** Every key and the kind of its values, in order of first appearance. */
async function fieldsOf(
  session: Session,
  reader: string,
  cut: JsonLines['cut'],
  { missing, flatten = false }: JsonOptions,
): Promise<FoundFields> {
  const under = cut === null ? '' : `/${recordMembers.properties}`;
  const object = cut === null ? 'json' : `json_extract(json, '${under}')`;
  const structures = await session.rows(
    `SELECT structure::VARCHAR, min(position) AS first, max(names) AS names, bool_or(lax) AS lax FROM (
       SELECT ${cut === null ? laxSql : 'false'} AS lax, CASE WHEN ${shallowJsonSql('json::VARCHAR')} THEN json_structure(${object}) ELSE ${quoteLiteral(tooDeep)} END AS structure,
         row_number() OVER () AS position, len(json_keys(${object})) AS names FROM ${reader})
     GROUP BY structure ORDER BY first`,
  );
  // A list of missing values, or a single one, is not a table.
  if (
    cut?.features !== true &&
    structures.length > 0 &&
    structures.every(([structure]) => structure === null || structure === '"NULL"')
  )
    throw noObjectError(1);
  const structuresOf = new Map<string, Set<Structure>>();
  let repeated = false;
  for (const [structure, position, names, lax] of structures) {
    if (lax === true) throw new IngestError(explain('no-json', { said: explain('json-comma-trailing') }));
    if (structure === null || isBare(String(structure))) continue;
    if (structure === tooDeep) throw tooDeepError(Number(position));
    const shape = objectShape(String(structure), Number(position));
    // The order of the text, not of the object, which would put numeric keys first.
    const keys = [...objectMembers(Buffer.from(String(structure))).keys()];
    repeated ||= Number(names) > keys.length;
    for (const name of keys) structuresOf.set(name, (structuresOf.get(name) ?? new Set()).add(shape[name]));
  }
  const whole = [...structuresOf].map(
    ([name, structures]): NestedMember => ({ path: [name], structures: [...structures] }),
  );
  const mixed = whole.flatMap(mixedMember);
  const readings = await readMixedMembers(session, reader, object, mixed, missing);
  const taken = new Set(structuresOf.keys());
  const members = flatten ? whole.flatMap((member) => flattened(member, taken)) : whole;
  const fields = members.map(({ path, structures }): JsonField => {
    const [first = '', ...within] = path;
    const name = nestedName(path);
    const member = { of: 'record', name: first, ...(within.length === 0 ? {} : { within }) } as const;
    const kind = structures.map(kindOf).reduce(merge, 'nothing');
    const reading = within.length === 0 ? readings.get(name) : undefined;
    if (reading === undefined) return { name, member, kind: kind === 'nothing' ? 'text' : kind, ...marksOf(missing) };
    const { kind: found, evidence } = reading;
    const onlyNumbers = found === 'float' ? ('DOUBLE' as const) : ('HUGEINT' as const);
    return {
      name,
      member,
      kind: found,
      ...given({ evidence }),
      ...(missing === undefined && found !== 'text' ? { onlyNumbers } : marksOf(missing)),
    };
  });
  const nested = flatten ? [] : whole.filter(isNested).map(({ path }) => path[0] ?? '');
  const notes = [
    ...(nested.length === 0 ? [] : [explain('json-nested', { names: shortList(nested) })]),
    ...(repeated ? await repeatedNotes(session, reader, object) : []),
    ...(missing === undefined ? [...readings].flatMap(([name, reading]) => marksNote(name, reading)) : []),
  ];
  return { fields: cut?.features === true ? await withFeatureMembers(session, reader, fields) : fields, notes };
}

function marksOf(missing: readonly string[] | undefined): Pick<JsonField, 'missing'> {
  return missing === undefined || missing.length === 0 ? {} : { missing };
}

function marksNote(subject: string, { missing }: MixedReading): Explanation[] {
  const marks = missing.map((mark) => `"${mark}"`).join(', ');
  return missing.length === 0 ? [] : [explain('about', { subject, what: explain('marks-missing', { marks }) })];
}

/** A member whose values are numbers and texts only. */
function mixedMember({ path: [name = ''], structures }: NestedMember): MixedMember[] {
  const kinds = new Set(structures.map((structure) => (structure === 'VARCHAR' ? 'string' : kindOf(structure))));
  const isMixed = kinds.has('string') && (kinds.has('integer') || kinds.has('float'));
  if (!isMixed || kinds.has('text') || kinds.has('guess')) return [];
  return [{ name, kind: kinds.has('float') ? 'float' : 'integer' }];
}

/** Names that are repeated within a record, of which the engine uses the first. */
async function repeatedNotes(session: Session, reader: string, object: string): Promise<Explanation[]> {
  const found = await session.rows(
    `SELECT name, count(*), min(position) FROM (
       SELECT position, name FROM (SELECT row_number() OVER () AS position, unnest(json_keys(${object})) AS name FROM ${reader})
       GROUP BY position, name HAVING count(*) > 1)
     GROUP BY name ORDER BY min(position) LIMIT 20`,
  );
  return found.map(([name, count, record]) =>
    explain('json-name-repeated', { name: String(name), count: Number(count), record: Number(record) }),
  );
}

async function withFeatureMembers(session: Session, reader: string, fields: JsonField[]): Promise<JsonField[]> {
  const member = `(json->>'${recordMembers.id}')`;
  const property = `(json->>'/${recordMembers.properties}/id')`;
  const [ids, numbers, others] = await session.row(
    `SELECT count(${member}), count(*) FILTER (WHERE TRY_CAST(${member} AS BIGINT)::VARCHAR = ${member}),
       count(*) FILTER (WHERE ${member} IS DISTINCT FROM ${property}) FROM ${reader}`,
  );
  const taken = new Set(fields.map(({ name }) => name));
  const ofLine = (name: string) => ({ of: 'line', name }) as const;
  const geometry: JsonField = { name: 'geometry', member: ofLine(recordMembers.geometry), kind: 'wkb' };
  // A property of that name is the same one, or is kept beside the id of the feature.
  const name = taken.has('id') ? 'feature_id' : 'id';
  const id: JsonField = { name, member: ofLine(recordMembers.id), kind: numbers === ids ? 'integer' : 'text' };
  // The geometry keeps its name; a property of that name is renamed.
  const renamed = fields.map((field) => (field.name === 'geometry' ? { ...field, name: 'geometry_property' } : field));
  const hasId = ids !== 0n && !(taken.has('id') && others === 0n);
  return [...(hasId ? [id] : []), ...renamed, geometry];
}

/** A structure is JSON that maps names to types. An object made by parsing keeps `__proto__` as a plain key. */
function objectShape(structure: string, position: number): Record<string, unknown> {
  const shape: unknown = JSON.parse(structure);
  if (shape !== null && typeof shape === 'object' && !Array.isArray(shape)) return shape as Record<string, unknown>;
  throw noObjectError(position);
}

function noObjectError(position: number): IngestError {
  const badValue = { row: position, line: position, column: null, value: null, reason: explain('no-object') };
  return new IngestError(explain('record-no-object', { number: position }), [badValue]);
}

/** Placeholder for the structure of a record whose structure is not needed. */
const tooDeep = '"TOO DEEP"';

function tooDeepError(position: number): IngestError {
  const reason = explain('nested-too-deep', { limit: maxJsonDepth });
  const badValue = { row: position, line: position, column: null, value: null, reason };
  return new IngestError(explain('record-nested-too-deep', { number: position, limit: maxJsonDepth }), [badValue]);
}

/** A missing object, or one without any key. */
function isBare(structure: string): boolean {
  return structure === '"NULL"' || structure === '"JSON"' || structure === '{}';
}

function kindOf(structure: Structure): Kind | 'nothing' {
  if (structure === 'NULL') return 'nothing';
  if (structure === 'UBIGINT' || structure === 'BIGINT' || structure === 'HUGEINT' || structure === 'UHUGEINT')
    return 'integer';
  if (isGeometry(structure)) return 'guess';
  return structure === 'DOUBLE' ? 'float' : 'text';
}

function merge(one: Kind | 'nothing', other: Kind | 'nothing'): Kind | 'nothing' {
  if (one === 'nothing' || one === other) return other;
  if (other === 'nothing') return one;
  return [one, other].some((kind) => kind === 'text' || kind === 'guess') ? 'text' : 'float';
}

/** The structure of a value as the engine states it: a type, `NULL`, a list, or an object of structures. */
type Structure = unknown;
type ObjectStructure = Readonly<Record<string, Structure>>;

/** A value within records. */
export interface NestedMember {
  /** Names that lead to it from the record. */
  readonly path: readonly string[];
  /** The structures that it has in different records. */
  readonly structures: readonly Structure[];
}

/** Levels of objects within a record that become columns, and members of one that still do. */
const maxLevels = 3;
const maxMembers = 100;

function isObject(structure: Structure): structure is ObjectStructure {
  return typeof structure === 'object' && structure !== null && !Array.isArray(structure);
}

/** An object that looks like a GeoJSON geometry, which is one value. */
function isGeometry(structure: Structure): boolean {
  return (
    isObject(structure) && structure.type === 'VARCHAR' && ('coordinates' in structure || 'geometries' in structure)
  );
}

/** The names of a member that is an object wherever it has a value; empty for others, and for what has very many. */
function namesIn({ structures }: NestedMember): string[] {
  const present = structures.filter((structure) => structure !== 'NULL');
  if (!present.every(isObject) || present.some(isGeometry)) return [];
  const names = [...new Set(present.flatMap((structure) => Object.keys(structure)))];
  return names.length > maxMembers ? [] : names;
}

/** Whether a member holds objects that {@link flattened} would take apart. */
export function isNested(member: NestedMember): boolean {
  return namesIn(member).length > 0;
}

/** The name of a column for a value within objects, as pandas and other programs write it: `country.id`. */
export function nestedName(path: readonly string[]): string {
  return path.join('.');
}

/**
 * The values within a member that holds objects, those within these included; the member itself for any other.
 * @param taken names of columns: objects with a value of the same name stay whole
 */
export function flattened(member: NestedMember, taken: ReadonlySet<string>): readonly NestedMember[] {
  const { path, structures } = member;
  const names = path.length > maxLevels ? [] : namesIn(member);
  const inner = names.map((name): NestedMember => {
    const within = structures.flatMap((structure) =>
      isObject(structure) && name in structure ? [structure[name]] : [],
    );
    return { path: [...path, name], structures: within };
  });
  if (inner.length === 0 || inner.some((one) => taken.has(nestedName(one.path)))) return [member];
  return inner.flatMap((one) => flattened(one, taken));
}
