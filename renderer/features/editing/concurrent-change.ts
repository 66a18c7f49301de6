import type { Editable } from '#shared/rpc/editing.ts';
import { draftSlug, type EditDraft } from './edit-draft.ts';

/** The record that a form was filled from. */
export interface EditBase {
  readonly draft: EditDraft;
  /** The image, as the record names it; empty for none. */
  readonly image: string;
  /** Entity tag of the record; null where the service names none. */
  readonly etag: string | null;
}

/** What a form is filled with. */
export function baseOf({ label, slug, description, published, allowedGroups, image, etag }: Editable): EditBase {
  const draft = { label, slug, description, published, groups: allowedGroups, image: { kind: 'keep' } as const };
  return { draft, image, etag };
}

const comparedFields = ['label', 'slug', 'description', 'published', 'groups', 'image'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** A draft, and the image that its record has. */
export type DraftOverRecord = Pick<EditBase, 'draft' | 'image'>;

/** A field's value in a form in which equal values are equal texts. */
function comparable({ draft, image }: DraftOverRecord, field: ComparedField): string {
  switch (field) {
    case 'label':
      return draft.label.trim();
    case 'slug':
      return draftSlug(draft);
    case 'description':
      // Services and text areas may end lines in another way.
      return draft.description.replaceAll('\r\n', '\n');
    case 'published':
      return String(draft.published);
    case 'groups':
      return [...draft.groups].sort().join('\n');
    case 'image':
      if (draft.image.kind === 'replace') return `file:${draft.image.path}`;
      return draft.image.kind === 'remove' ? '' : image;
  }
}

/** A field that another editor changed since the form was filled. */
export interface ForeignChange {
  readonly field: ComparedField;
  /** Whether the user changed it as well, to something else. */
  readonly conflicts: boolean;
}

/** What another editor changed between two readings of a record and the user's draft does not agree with. */
export function foreignChanges(draft: EditDraft, before: EditBase, now: EditBase): ForeignChange[] {
  const own = { draft, image: before.image };
  return comparedFields.flatMap((field) => {
    const [was, is, mine] = [comparable(before, field), comparable(now, field), comparable(own, field)];
    return was === is || is === mine ? [] : [{ field, conflicts: mine !== was }];
  });
}

/** The newer record with the user's own changes in it, except for the fields that the other editor changed, too. */
export function mergeForeign(draft: EditDraft, before: EditBase, now: EditBase): EditDraft {
  const own = { draft, image: before.image };
  const kept = comparedFields.filter((field) => {
    const was = comparable(before, field);
    return comparable(own, field) !== was && comparable(now, field) === was;
  });
  return { ...now.draft, ...Object.fromEntries(kept.map((field) => [field, draft[field]])) };
}

/** Characters of a long text that are shown beside another one, and how many of these stand before the difference. */
const [maxShown, shownBefore] = [240, 60];

/** The part of a text in which it first differs from another one, with an ellipsis for what is left out. */
export function differingPart(text: string, other: string): string {
  const letters = Array.from(text);
  if (letters.length <= maxShown) return text;
  const others = Array.from(other);
  const difference = letters.findIndex((letter, at) => letter !== others[at]);
  const from = Math.max(0, Math.min(difference < 0 ? 0 : difference - shownBefore, letters.length - maxShown));
  const part = letters.slice(from, from + maxShown).join('');
  return `${from > 0 ? '…' : ''}${part}${from + maxShown < letters.length ? '…' : ''}`;
}
