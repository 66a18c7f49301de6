import { recordNames } from '#shared/text/record-names.ts';
import { withParameters } from '../common/address-path.ts';
import { asText, countOf, isJsonRecord, recordsOf } from '../common/values.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A page of records as an answer of JSON has it. */
export interface JsonPage {
  readonly records: readonly unknown[];
  /** The address of the next page, as written; null at the end. */
  readonly next: string | null;
  readonly isFirst: boolean;
  /** The number of all records; null where the answer does not state it. */
  readonly count: number | null;
  /** When the data was last changed, as written; null where the answer does not state it. */
  readonly updated: string | null;
}

/** Names by which answers refer to other pages. */
const nextName = /^next(?:[_-]?(?:link|url|page|page[_-]?url))?$/i;
const previousName = /^prev(?:ious)?(?:[_-]?(?:link|url|page|page[_-]?url))?$/i;

/** Levels of objects around the records in which they, and links to other pages, may be. */
const maxLevels = 3;

/**
 * An answer of JSON as a page of records, which may be the only one; null if it has none.
 * @param at its address
 */
export function jsonPage(json: unknown, at: URL): JsonPage | null {
  if (Array.isArray(json)) return numberedPage(json, at);
  if (!isJsonRecord(json) || json.type === 'FeatureCollection') return null;
  const records = recordsIn(json, maxLevels);
  if (records === null) return null;
  const isFirst = linkIn(json, previousName, 'prev', maxLevels) === null && (countOf(json.current_page) ?? 1) === 1;
  return { records, next: linkIn(json, nextName, 'next', maxLevels), isFirst, count: countIn(json), updated: null };
}

/** Information on the page and the records side by side, as the World Bank has them. */
function numberedPage([information, records, ...others]: readonly unknown[], at: URL): JsonPage | null {
  if (!isJsonRecord(information) || others.length > 0) return null;
  const [page, pages] = [countOf(information.page), countOf(information.pages)];
  // Of no records there is no list.
  const list = records ?? [];
  if (page === null || pages === null || !Array.isArray(list)) return null;
  return {
    records: list,
    next: page < pages ? withParameters(at, { page: page + 1 }).href : null,
    isFirst: page <= 1,
    count: countOf(information.total),
    updated: asText(information.lastupdated),
  };
}

/**
 * The list of records of an answer: that with the most usual name, otherwise the only one of objects; null if that is
 * not clear.
 */
function recordsIn(object: JsonObject, levels: number): readonly unknown[] | null {
  const lists = Object.entries(object).filter(
    (member): member is [string, unknown[]] =>
      Array.isArray(member[1]) && member[1].every(isJsonRecord) && member[0] !== 'links',
  );
  for (const name of recordNames) {
    const found = lists.find(([own]) => own.toLowerCase() === name);
    if (found !== undefined) return found[1];
  }
  const full = lists.filter(([, list]) => list.length > 0);
  const candidates = (full.length > 0 ? full : lists).map(([, list]) => list);
  if (candidates.length > 0) return only(candidates);
  if (levels === 1) return null;
  const inner = Object.values(object).filter(isJsonRecord);
  return only(inner.map((one) => recordsIn(one, levels - 1)).filter((list) => list !== null));
}

function only<One>(all: readonly One[]): One | null {
  const [first = null] = all;
  return all.length === 1 ? first : null;
}

/** A link to another page: a text, an object with it (JSON:API, HAL), or one of a list (RFC 8288). */
function linkIn(object: JsonObject, names: RegExp, rel: string, levels: number): string | null {
  for (const [name, value] of Object.entries(object)) {
    const link = names.test(name) ? (addressIn(value) ?? addressIn(isJsonRecord(value) ? value.href : null)) : null;
    if (link !== null) return link;
    const related = name === 'links' ? recordsOf(value).find((one) => String(one.rel).startsWith(rel)) : undefined;
    if (related !== undefined && addressIn(related.href) !== null) return addressIn(related.href);
  }
  if (levels === 1) return null;
  for (const value of Object.values(object)) {
    const link = isJsonRecord(value) ? linkIn(value, names, rel, levels - 1) : null;
    if (link !== null) return link;
  }
  return null;
}

/** Addresses, also without host; no tokens. */
function addressIn(value: unknown): string | null {
  const text = asText(value);
  return text !== null && /^(?:https?:\/\/|[/?]|\.\/)/i.test(text) ? text : null;
}

/** The count of an answer as Django REST framework or Laravel writes it, whose other members prove what it is. */
function countIn(json: JsonObject): number | null {
  const has = (...names: readonly string[]) => names.every((name) => name in json);
  if (has('count', 'next', 'previous', 'results')) return countOf(json.count);
  return has('total', 'per_page', 'next_page_url', 'data') ? countOf(json.total) : null;
}
