import type { Editable, EditableTarget } from '#shared/rpc/editing.ts';
import { draftSlug, type EditDraft } from './edit-draft.ts';

/** The record that a form was filled from. */
export interface EditBase {
  /** The target at which it was read, which changes when it is renamed. */
  readonly target: EditableTarget;
  /** Id of the record; null if the service does not provide it. */
  readonly id: number | null;
  readonly draft: EditDraft;
  /** The image as named in the record; empty for none. */
  readonly image: string;
  /** Entity tag of the record; null if the service sends none. */
  readonly etag: string | null;
}

/** The initial content of a form. */
export function baseOf({ target, id, image, etag, allowedGroups, ...fields }: Editable): EditBase {
  const { label, slug, description, published, hidden = false } = fields;
  const readers = { published, hidden, groups: allowedGroups };
  const draft = { label, slug, description, ...readers, image: { kind: 'keep' } as const };
  return { target, id, draft, image, etag };
}

const comparedFields = ['label', 'slug', 'description', 'published', 'hidden', 'groups', 'image'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** A draft, and the image of its record. */
export type DraftOverRecord = Pick<EditBase, 'draft' | 'image'>;

/** A field's value in a normal form that can be compared as text. */
function comparable({ draft, image }: DraftOverRecord, field: ComparedField): string {
  switch (field) {
    case 'label':
      return draft.label.trim();
    case 'slug':
      return draftSlug(draft);
    case 'description':
      // Services and text areas may use different line ends.
      return draft.description.replaceAll('\r\n', '\n');
    case 'published':
    case 'hidden':
      return String(draft[field]);
    case 'groups':
      return [...draft.groups].sort().join('\n');
    case 'image':
      if (draft.image.kind === 'replace') return `file:${draft.image.path}`;
      return draft.image.kind === 'remove' ? '' : image;
  }
}

/** A field that another editor changed since the form was filled. */
interface ConcurrentChange {
  readonly field: ComparedField;
  /** Whether the user changed it too, to a different value. */
  readonly conflicts: boolean;
}

/** Conflicts between the user's draft and the changes of another editor between two readings of a record. */
export function concurrentChanges(draft: EditDraft, before: EditBase, now: EditBase): ConcurrentChange[] {
  const own = { draft, image: before.image };
  return comparedFields.flatMap((field) => {
    const [was, is, mine] = [comparable(before, field), comparable(now, field), comparable(own, field)];
    return was === is || is === mine ? [] : [{ field, conflicts: mine !== was }];
  });
}

/** The newer record with the user's changes, except for fields that the other editor changed too. */
export function mergeConcurrent(draft: EditDraft, before: EditBase, now: EditBase): EditDraft {
  const own = { draft, image: before.image };
  const kept = comparedFields.filter((field) => {
    const was = comparable(before, field);
    return comparable(own, field) !== was && comparable(now, field) === was;
  });
  return { ...now.draft, ...Object.fromEntries(kept.map((field) => [field, draft[field]])) };
}

/** Maximum number of characters shown of a long text, and how many of them precede the difference. */
const [maxShown, shownBefore] = [240, 60];

/** The part of a text where it first differs from another, with ellipses. */
export function differingPart(text: string, other: string): string {
  const letters = Array.from(text);
  if (letters.length <= maxShown) return text;
  const others = Array.from(other);
  const difference = letters.findIndex((letter, at) => letter !== others[at]);
  const from = Math.max(0, Math.min(difference < 0 ? 0 : difference - shownBefore, letters.length - maxShown));
  const part = letters.slice(from, from + maxShown).join('');
  return `${from > 0 ? '…' : ''}${part}${from + maxShown < letters.length ? '…' : ''}`;
}
