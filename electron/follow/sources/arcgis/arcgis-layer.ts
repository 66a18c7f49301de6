import { unusedName } from '#shared/text/unused-name.ts';
import { addressPath, parameterOf, withParameters } from '../common/address-path.ts';
import { entryGone, malformed, sourceSays } from '../common/problems.ts';
import { asRecord, asText, countOf, firstText, isJsonRecord, listOf, recordsOf } from '../common/values.ts';
import type { ListedColumn } from '../data-source.ts';
import type { Web } from '../web.ts';

export type ArcgisRecord = Readonly<Record<string, unknown>>;

export interface LayerField {
  readonly name: string;
  readonly type: string;
  readonly alias: string | null;
  readonly description: string | null;
  /** Labels of a coded-value domain, or of the subtypes, by code; empty without one. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Adds `f=json`, and reads errors, which come with status 200 ("Handling errors": `{"error": {"code", "message"}}`). */
export async function readArcgis(
  web: Web,
  address: URL,
  parameters: Readonly<Record<string, string | number | null>>,
): Promise<ArcgisRecord> {
  const at = withParameters(address, { f: 'json', ...parameters });
  const answer = await web.get(at, { accept: 'application/json', maxBytes: 512 * 2 ** 20 });
  if (answer.status === 404 || answer.status === 410) throw entryGone(address.pathname, address);
  const json = answer.exactJson();
  if (!isJsonRecord(json)) throw malformed('ArcGIS', at);
  if (!isJsonRecord(json.error)) return json;
  const { code } = json.error;
  const said = [firstText(json.error, 'message'), ...listOf(json.error.details).map(asText)].filter(
    (text) => text !== null && text !== '',
  );
  const words = [...new Set(said)].join(' ');
  if (code === 404 || /not (?:been )?found|does not exist|is not available/i.test(words))
    throw entryGone(address.pathname, address);
  throw sourceSays(at, words === '' ? String(code) : `${words} (${String(code)})`);
}

function labelsOf(field: ArcgisRecord, layer: ArcgisRecord): Map<string, string> {
  const values = recordsOf(asRecord(field.domain).codedValues);
  const coded = values.map(({ code, name }) => [String(code), asText(name) ?? String(code)] as const);
  const isSubtype = field.name === (layer.typeIdField ?? layer.subtypeField);
  const subtypes = isSubtype ? recordsOf(layer.types ?? layer.subtypes) : [];
  const named = subtypes.map(({ id, code, name }) => [String(id ?? code), asText(name) ?? ''] as const);
  const all = new Map(coded.length > 0 ? coded : named);
  // Labels that are the codes add nothing.
  return [...all].every(([code, name]) => code === name) ? new Map() : all;
}

/** Description that ArcGIS Online stores as JSON in a text (`{"value": "…", "fieldValueType": "…"}`). */
function descriptionOf(value: unknown): string | null {
  const text = asText(value);
  if (text === null || !text.startsWith('{')) return text;
  try {
    return asText(asRecord(JSON.parse(text)).value);
  } catch {
    return text;
  }
}

export function fieldsOfLayer(layer: ArcgisRecord): LayerField[] {
  return recordsOf(layer.fields).flatMap((field) => {
    const name = asText(field.name);
    const type = String(field.type).replace(/^esriFieldType/, '');
    if (name === null || type === 'Geometry' || type === 'Blob' || type === 'Raster') return [];
    const alias = asText(field.alias);
    return [
      {
        name,
        type,
        alias: alias === name ? null : alias,
        description: descriptionOf(field.description),
        labels: labelsOf(field, layer),
      },
    ];
  });
}

/** The field that identifies a record and by which pages are ordered. */
export function objectIdOf(layer: ArcgisRecord): string | null {
  const field = recordsOf(layer.fields).find(({ type }) => type === 'esriFieldTypeOID');
  return asText(layer.objectIdField) ?? asText(field?.name);
}

/** The identifier of a record; null for anything but a number. Some are beyond 2^53 (`esriFieldTypeBigInteger`). */
export function recordId(value: unknown): number | bigint | null {
  if (typeof value === 'string') return /^-?\d{1,20}$/.test(value) ? BigInt(value) : null;
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
}

/** Name of the column with the labels of a coded field; it differs from the names of all fields. */
export function labelColumn(name: string, fields: readonly LayerField[]): string {
  return unusedName(`${name}_label`, new Set(fields.map((field) => field.name)));
}

export function columnsOfLayer(fields: readonly LayerField[]): ListedColumn[] {
  return fields.flatMap(({ name, alias, description, labels }) => {
    const codes = [...labels].map(([code, label]) => `${code}: ${label}`).join(', ');
    const words = [description, codes === '' ? null : codes.slice(0, 2000)].filter((text) => text !== null).join('\n');
    const own = { name, title: alias, description: words === '' ? null : words, unit: null };
    return labels.size === 0
      ? [own]
      : [own, { name: labelColumn(name, fields), title: alias, description, unit: null }];
  });
}

function cellOf(value: unknown, { type }: LayerField): unknown {
  // Dates are milliseconds since 1970, in UTC.
  if (type !== 'Date' || typeof value !== 'number') return value ?? null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/** A record with dates as ISO 8601 and labels beside codes. */
export function propertiesOf(attributes: ArcgisRecord, fields: readonly LayerField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = attributes[field.name];
      const own = [[field.name, cellOf(value, field)]];
      return field.labels.size === 0
        ? own
        : [...own, [labelColumn(field.name, fields), field.labels.get(String(value)) ?? null]];
    }),
  );
}

/** When the data were last edited; null where the service does not keep track. */
export function editedOf(layer: ArcgisRecord): number | null {
  const { dataLastEditDate, lastEditDate } = asRecord(layer.editingInfo);
  return countOf(dataLastEditDate) ?? countOf(lastEditDate);
}

export type ArcgisPlace =
  /** A layer or table, or a whole service if `layer` is null. */
  | { readonly kind: 'service'; readonly service: URL; readonly layer: number | null; readonly where: string }
  /** The directory of services, or a folder in it. */
  | { readonly kind: 'directory'; readonly address: URL }
  /** An item of ArcGIS Online, as the pages of open data sites name it. */
  | { readonly kind: 'item'; readonly id: string; readonly layer: number | null };

const itemPattern = /^([0-9a-f]{32})(?:_(\d{1,4}))?$/;

/**
 * "ArcGIS REST API": `…/rest/services/FOLDER/NAME/FeatureServer/LAYER`, also with `/query?where=…` behind it; pages of ArcGIS
 * Hub and ArcGIS Online contain the item's id, with `_LAYER` behind it.
 */
export function arcgisPlace(address: URL): ArcgisPlace | null {
  const { parts, lower } = addressPath(address);
  const at = lower.findIndex((part) => part === 'featureserver' || part === 'mapserver');
  if (at > 0) {
    const layer = /^\d{1,5}$/.test(parts[at + 1] ?? '') ? Number(parts[at + 1]) : null;
    const name = lower[at] === 'mapserver' ? 'MapServer' : 'FeatureServer';
    const path = [...parts.slice(0, at), name].map(encodeURIComponent).join('/');
    return {
      kind: 'service',
      service: new URL(`/${path}`, address),
      layer,
      where: parameterOf(address, 'where') ?? '1=1',
    };
  }
  const services = lower.findIndex((part, index) => part === 'services' && lower[index - 1] === 'rest');
  if (services > 0)
    return { kind: 'directory', address: new URL(`/${parts.map(encodeURIComponent).join('/')}`, address) };
  const named = [parameterOf(address, 'id') ?? '', ...lower.toReversed()].map((part) =>
    itemPattern.exec(part.toLowerCase()),
  );
  const found = named.find((one) => one !== null);
  const isPage =
    /(?:^|\.)arcgis\.com$/.test(address.hostname) ||
    lower.some((part) => part === 'datasets' || part === 'maps' || part === 'item.html');
  if (found == null || !isPage) return null;
  return { kind: 'item', id: found[1] ?? '', layer: found[2] === undefined ? null : Number(found[2]) };
}
