import type { Choice } from '#shared/follow.ts';
import type { EntryDescription, ListedEntry, Listing } from '../data-source.ts';
import { entryGone } from './problems.ts';

/** An entry of which nothing is known but its name. */
export function entry(id: string, title: string, known: Partial<Omit<ListedEntry, 'id' | 'title'>> = {}): ListedEntry {
  return {
    id,
    title,
    description: null,
    format: null,
    bytes: null,
    rows: null,
    modified: null,
    licence: null,
    ...known,
  };
}

/** A listing of which nothing is known but its kind, title and entries. */
export function listing(
  kind: Listing['kind'],
  title: string,
  entries: readonly ListedEntry[],
  known: Partial<Omit<Listing, 'kind' | 'title' | 'entries'>> = {},
): Listing {
  return {
    kind,
    title,
    entries,
    description: null,
    licence: null,
    publisher: null,
    contact: null,
    homepage: null,
    more: null,
    searchable: false,
    ...known,
  };
}

/** An entry, completed with what its listing says of all entries. */
export function describedEntry(
  one: ListedEntry,
  from: Listing,
  known: Partial<Pick<EntryDescription, 'columns' | 'parameters'>> = {},
): EntryDescription {
  const { publisher, contact, homepage } = from;
  return {
    columns: [],
    parameters: [],
    publisher,
    contact,
    homepage,
    ...known,
    ...one,
    licence: one.licence ?? from.licence,
  };
}

/** The chosen element of a list. @throws {JobError} if the list does not have it any more */
export function chosen<One>(all: readonly One[], idOf: (one: One) => string, { entry: id, address }: Choice): One {
  const found = all.find((one) => idOf(one) === id);
  if (found === undefined) throw entryGone(id, address);
  return found;
}

/** Entries that contain every word of a search, in title, description or id. */
export function matching(entries: readonly ListedEntry[], search: string): readonly ListedEntry[] {
  const words = search
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return entries;
  return entries.filter(({ id, title, description }) => {
    const text = `${title} ${id} ${description ?? ''}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Entries of one page of a long list. */
export const entriesPerPage = 100;

/** A page of entries that are all at hand. @param more a position */
export function listingPage(
  entries: readonly ListedEntry[],
  more: string | null,
): { entries: readonly ListedEntry[]; more: string | null } {
  const from = more === null ? 0 : Number.parseInt(more, 10) || 0;
  const end = from + entriesPerPage;
  return { entries: entries.slice(from, end), more: end < entries.length ? String(end) : null };
}
