import { type Explanation, explain } from '#shared/failures.ts';
import { recordNames } from '#shared/text/record-names.ts';
import { IngestError } from '../../reading.ts';
import type { JsonLayout, JsonPlace, TableShape } from '../layouts.ts';
import { type JsonOutline, type OutlineNode, outlineOf, preambleOf } from './json-outline.ts';
import { splitMembers, tableShape } from './table-shape.ts';

const geometryTypes = /^"(?:(?:Multi)?(?:Point|LineString|Polygon)|GeometryCollection)"$/;

/** What the user specifies about a JSON text. */
export interface JsonRequest {
  readonly format: 'json' | 'ndjson' | 'geojson';
  /** Path of names, separated by `/`, of the member that holds the records. */
  readonly records?: string;
}

/**
 * Detects where the records of a JSON text are.
 * @param beginning its first bytes in UTF-8
 * @param whole whether that is all of it
 * @throws {IngestError} if it is a kind of JSON without records
 */
export function layoutOf(beginning: Buffer, whole: boolean, request: JsonRequest): JsonLayout {
  const { bytes: preamble, trailer, comment } = preambleOf(beginning);
  const ignored = comment ? [explain('json-preamble-left-out')] : [];
  const features = request.format === 'geojson';
  if (request.format === 'ndjson' && request.records === undefined) {
    const first = firstLine(beginning, preamble);
    const areFeatures = first !== null && typeOf(first) === '"Feature"';
    const notes = [...ignored, ...severalTexts(first)];
    return { preamble, trailer, kind: 'lines', features: areFeatures, notes };
  }
  const outline = outlineOf(beginning, preamble, whole);
  const { top } = outline;
  const evidence = top === null || outline.several ? null : furtherPages(top);
  const notes = evidence === null ? ignored : [...ignored, explain('json-one-page', { evidence })];
  const common = { preamble, trailer, features, notes };
  if (top !== null && typeOf(top) === '"Topology"') {
    const path = pathOf(request.records);
    return {
      ...common,
      features: true,
      kind: 'table',
      path,
      shape: 'topology',
      notes: [...notes, explain('json-topology')],
    };
  }
  if (request.records !== undefined) {
    return { ...common, features: false, ...requestedPlace(request.records, outline, whole) };
  }
  if (top === null) return { ...common, kind: 'list', path: [] };
  refuseKinds(top);
  if (outline.several || isLines(beginning, preamble, outline)) {
    const areFeatures = isFeature(top);
    const kind = isLines(beginning, preamble, outline) ? 'lines' : 'values';
    const several = areFeatures ? [] : severalTexts(top);
    return { ...common, features: areFeatures, kind, notes: [...notes, ...several] };
  }
  if (top.kind === 'list') return { ...common, ...ofList(top, request), features: isFeatureList(top, request) };
  if (top.kind !== 'object') return { ...common, kind: 'values', features: false };
  return { ...common, ...ofObject(top, whole && outline.broken === null, common.notes) };
}

function requestedPlace(requested: string, { top, broken }: JsonOutline, whole: boolean): JsonPlace {
  const path = pathOf(requested);
  let node = top ?? undefined;
  for (const name of path) node = node?.members.get(name);
  const shape = node === undefined || node.kind === 'list' ? null : tableShape(node, whole);
  // What is not in the beginning may follow.
  if (node === undefined && whole && broken === null)
    throw new IngestError(explain('json-no-member', { name: requested }));
  return shape === null ? { kind: 'list', path } : { kind: 'table', path, shape };
}

function pathOf(requested = ''): string[] {
  return requested.split('/').filter((name) => name !== '');
}

function typeOf(node: OutlineNode): string {
  return node.members.get('type')?.text ?? '';
}

/** An object that only contains others and no data itself. */
function isEnvelope({ kind, members }: OutlineNode): boolean {
  return (
    kind === 'object' && [...members.values()].every((member) => member.kind === 'object' || member.kind === 'list')
  );
}

function isFeature(node: OutlineNode): boolean {
  return typeOf(node) === '"Feature"' || isBareGeometry(node);
}

/** Features as services of ArcGIS answer them, unless GeoJSON is asked for; null for others. */
function esriFeatures({ members }: OutlineNode): { readonly geometry: boolean } | null {
  const items = members.get('features')?.items ?? [];
  const isEsri = (item: OutlineNode) =>
    item.members.get('attributes')?.kind === 'object' &&
    [...item.members.keys()].every((name) => name === 'attributes' || name === 'geometry');
  if (items.length === 0 || !items.every((item) => isEsri(item) || !item.complete)) return null;
  return { geometry: items.some((item) => item.members.has('geometry')) };
}

function isBareGeometry(node: OutlineNode): boolean {
  const holds = node.members.has('coordinates') || node.members.has('geometries');
  return holds && geometryTypes.test(typeOf(node));
}

/** A list of features without a collection around them. */
function isFeatureList(top: OutlineNode, { format }: JsonRequest): boolean {
  return format === 'geojson' || (top.items.length > 0 && top.items.every((item) => typeOf(item) === '"Feature"'));
}

/** Refuses kinds of JSON without records, or that only specialised readers understand. */
function refuseKinds(top: OutlineNode): void {
  const data = top.members.get('data');
  const isSdmx = [top, data].some(
    (node) => node?.members.has('dataSets') && (node.members.has('structure') || node.members.has('structures')),
  );
  if (isSdmx || (top.members.has('dataSets') && top.members.has('header'))) throw new IngestError(explain('json-sdmx'));
}

/** A first line that is a complete value, followed by another one on the next line. */
function isLines(beginning: Buffer, preamble: number, { top, several, broken }: JsonOutline): boolean {
  if (top === null || (!several && broken === null)) return false;
  const text = beginning.toString('utf8', preamble).split('\u001e').join('');
  const lines = text.split('\n', 40).filter((line) => line.trim() !== '');
  if (lines.length < 2) return false;
  const isWhole = (line: string) => {
    const bytes = Buffer.from(line);
    const found = outlineOf(bytes, 0, true);
    return found.broken === null && !found.several;
  };
  return isWhole(lines[0] ?? '');
}

function firstLine(beginning: Buffer, preamble: number): OutlineNode | null {
  const [first = ''] = beginning
    .toString('utf8', preamble)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return outlineOf(Buffer.from(first), 0, true).top;
}

/** A note for the first of several texts if the records are within each of them. */
function severalTexts(first: OutlineNode | null): Explanation[] {
  const names = first !== null && isEnvelope(first) ? tablesIn(first) : [];
  return names.length === 0 ? [] : [explain('json-several-texts', { names: shortList(names) })];
}

function ofList(top: OutlineNode, { format }: JsonRequest): JsonPlace {
  const [first, second] = top.items;
  // Page information and records side by side, as in responses of the World Bank.
  if (format === 'json' && first?.kind === 'object' && second?.kind === 'list' && second.items[0]?.kind === 'object') {
    return { kind: 'list', path: [], index: 1 };
  }
  return { kind: 'list', path: [] };
}

type ObjectPlace = JsonPlace & Pick<JsonLayout, 'features' | 'esri' | 'notes'>;

function ofObject(top: OutlineNode, whole: boolean, notes: readonly Explanation[]): ObjectPlace {
  const features = top.members.get('features');
  const esri = esriFeatures(top);
  if (esri !== null)
    return { kind: 'list', path: ['features'], features: true, esri, notes: [...notes, explain('json-esri')] };
  const isCollection = typeOf(top) === '"FeatureCollection"' || (features !== undefined && isFeatures(features));
  if (isCollection) return { kind: 'list', path: ['features'], features: true, notes };
  if (isFeature(top)) return { kind: 'values', features: true, notes };
  const shape = tableShape(top, whole);
  if (shape === 'split') return ofSplit(top, [], notes);
  if (shape !== null)
    return { kind: 'table', path: [], shape, features: false, notes: [...notes, explain(`json-${shape}`)] };
  const { path, lists } = envelopeOf(top, whole);
  const inner = path === null && lists.length === 0 ? tableWithin(top, whole) : null;
  if (inner !== null) {
    const { name, shape: own } = inner;
    const said = recordsOf(name, top, name);
    const noted = [...notes, said, explain(`json-${own}`)];
    return { kind: 'table', path: [name], shape: own, features: false, notes: noted };
  }
  if (path === null) {
    const several = lists.length > 1 ? [explain('json-several-lists', { names: shortList(lists) })] : [];
    return { kind: 'values', features: false, notes: [...notes, ...several] };
  }
  const parent = path.slice(0, -1).reduce<OutlineNode | undefined>((node, name) => node?.members.get(name), top);
  if (parent !== undefined && splitMembers(parent)?.rows === path.at(-1)) {
    return ofSplit(
      parent,
      path.slice(0, -1),
      notes,
      [...top.members.keys()].filter((name) => name !== path[0]),
    );
  }
  return {
    kind: 'list',
    path,
    features: false,
    notes: [...notes, recordsOf(path.join('/'), top, path[0])],
  };
}

/** Which member contains the records, and what is omitted beside it. */
function recordsOf(name: string, top: OutlineNode, outer: string | undefined): Explanation {
  const others = [...top.members.keys()].filter((other) => other !== outer);
  return others.length === 0
    ? explain('json-records-of', { name })
    : explain('json-records-of-beside', { name, others: shortList(others) });
}

/**
 * The member of a response that is a table: one with a usual name, or the only one of equally long columns, as in
 * responses of weather services. Null if there is none, or several.
 */
function tableWithin(top: OutlineNode, whole: boolean): { readonly name: string; readonly shape: TableShape } | null {
  const found = [...top.members].flatMap(([name, node]) => {
    const shape = node.kind === 'object' ? tableShape(node, whole && node.complete) : null;
    return shape === null || shape === 'split' ? [] : [{ name, shape, isRegular: areLongColumns(node) }];
  });
  const named = found.find(({ name }) => recordNames.includes(name.toLowerCase()));
  const regular = found.filter(({ isRegular }) => isRegular);
  // JSON-stat 1 names its cubes as it likes; the first of several is read.
  const cube = found.find(({ shape }) => shape === 'statistics');
  return named ?? cube ?? (regular.length === 1 ? (regular[0] ?? null) : null);
}

/** The names of the members of an object that are tables. */
function tablesIn(top: OutlineNode): string[] {
  const inner = tableWithin(top, false)?.name;
  return [...recordLists(top, [], 3).map(({ path }) => path.join('/')), ...(inner === undefined ? [] : [inner])];
}

/** Several columns with an equal number of values, more than one. */
function areLongColumns({ members }: OutlineNode): boolean {
  const columns = [...members.values()];
  const [first] = columns;
  if (first === undefined || columns.length < 2) return false;
  const isAsLong = ({ kind, itemCount, complete }: OutlineNode) =>
    kind === 'list' && first.itemCount > 1 && (itemCount === first.itemCount || !complete);
  return columns.every(isAsLong);
}

/** A table with column names beside its rows, and what is omitted beside it. */
function ofSplit(
  table: OutlineNode,
  path: readonly string[],
  notes: readonly Explanation[],
  outside: readonly string[] = [],
): ObjectPlace {
  const found = splitMembers(table);
  const others = [...outside, ...(found?.others ?? [])];
  const name = [...path, found?.rows ?? ''].join('/');
  const said = others.length === 0 ? [] : [explain('json-records-of-beside', { name, others: shortList(others) })];
  return {
    kind: 'table',
    path,
    shape: 'split',
    features: false,
    notes: [...notes, explain(found?.columns === 'meta' ? 'json-socrata' : 'json-split'), ...said],
  };
}

/** The first names of a list, for a sentence. */
export function shortList(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? ', …' : ''}`;
}

function isFeatures(list: OutlineNode): boolean {
  const [first] = list.items;
  return first !== undefined && typeOf(first) === '"Feature"';
}

/** The member of a response with the records: one with a usual name, or the only one; null if there is no such. */
function envelopeOf(top: OutlineNode, whole: boolean): { path: readonly string[] | null; lists: readonly string[] } {
  const found = recordLists(top, [], 3);
  const lists = found.map(({ path }) => path.join('/'));
  const [named] = recordNames.flatMap((name) => found.filter(({ path }) => path.at(-1)?.toLowerCase() === name));
  if (named !== undefined) return { path: named.path, lists };
  // A list that continues beyond the sample is most of the text.
  const open = whole ? undefined : found.find(({ node }) => !node.complete);
  const only = found.length === 1 ? found[0] : open;
  return { path: only?.path ?? null, lists };
}

interface FoundList {
  readonly path: readonly string[];
  readonly node: OutlineNode;
}

/** Lists of objects, or of lists of values, within a limited number of levels of objects. */
function recordLists(node: OutlineNode, path: readonly string[], levels: number): FoundList[] {
  return [...node.members].flatMap(([name, member]): FoundList[] => {
    const here = [...path, name];
    if (member.kind === 'list') {
      const isRecords = member.items.length > 0 && member.items.every(({ kind }) => kind === 'object');
      const isRows =
        recordNames.includes(name.toLowerCase()) &&
        member.items.length > 0 &&
        member.items.every(({ kind }) => kind === 'list');
      const isEmpty = member.complete && member.itemCount === 0 && recordNames.includes(name.toLowerCase());
      return isRecords || isRows || isEmpty ? [{ path: here, node: member }] : [];
    }
    return member.kind === 'object' && levels > 1 ? recordLists(member, here, levels - 1) : [];
  });
}

/**
 * Names by which answers refer to the page after this one: OData, Django REST framework, CKAN, Socrata, Elasticsearch
 * and others. Those of ArcGIS say that they have not all features, `exceededTransferLimit`.
 */
const next = /^@?(?:odata\.)?next(?:[_-]?(?:link|url|page|page[_-]?token|cursor|records?[_-]?url))?$/i;
const number = /^(?:page|page[_-]?(?:number|index)|current[_-]?page)$/i;
const count = /^(?:pages|total[_-]?pages|page[_-]?count|last[_-]?page|num[_-]?pages)$/i;

/** Levels of objects around the records in which such a member may be. */
const maxLevels = 3;

/**
 * What says that a JSON text is only one page of a longer answer, as it is written there: `next: "https://…"` or
 * `pages: 356`. Null if nothing does.
 */
export function furtherPages(top: OutlineNode): string | null {
  // Page information and records side by side.
  const [information, records] = top.items;
  if (top.kind === 'list')
    return information !== undefined && records?.kind === 'list' ? inObject(information, 1) : null;
  // One record alone may have any members.
  const holdsOthers = [...top.members.values()].some(({ kind }) => kind === 'list' || kind === 'object');
  return holdsOthers ? inObject(top, maxLevels) : null;
}

function inObject({ members }: OutlineNode, levels: number): string | null {
  const own = [...members].flatMap(([name, node]) => {
    const isNext = next.test(name) && node.kind === 'string' && node.text !== '""';
    const hasSeveral = count.test(name) && Number(node.text) > 1 && [...members.keys()].some((one) => number.test(one));
    const isCut = name === 'exceededTransferLimit' && node.text === 'true';
    if (isNext || hasSeveral || isCut) return `${name}: ${node.text || '…'}`;
    return name === 'links' && node.items.some(isNextLink) ? 'links: next' : [];
  });
  if (own[0] !== undefined) return own[0];
  const inner = levels === 1 ? [] : [...members.values()].filter(({ kind }) => kind === 'object');
  return inner.map((node) => inObject(node, levels - 1)).find((found) => found !== null) ?? null;
}

/** Whether an object links to the next page, as in OGC API and STAC: `{"rel": "next", "href": …}`. */
function isNextLink({ members }: OutlineNode): boolean {
  return members.get('rel')?.text === '"next"' && members.has('href');
}
