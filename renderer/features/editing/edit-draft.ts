import { isSlug, slugOf } from '#shared/file-name.ts';
import type {
  DatasetChange,
  Editable,
  EditableTarget,
  ImageChange,
  NamespaceChange,
  Written,
} from '#shared/rpc/editing.ts';
import { callBackend } from '../../backend/port.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';

/** A change of either kind of record. */
export type RecordChange = NamespaceChange & Pick<DatasetChange, 'hidden'>;

/** The content of a form for a namespace or dataset. */
export interface EditDraft {
  readonly label: string;
  /** Null until the user types one: it follows the label until then. */
  readonly slug: string | null;
  readonly description: string;
  readonly published: boolean;
  /** Whether only those who may write see the dataset. */
  readonly hidden: boolean;
  /** Absolute addresses. */
  readonly groups: readonly string[];
  readonly image: ImageChange;
}

/** The form for a new record. */
export const emptyDraft: EditDraft = {
  label: '',
  slug: null,
  description: '',
  published: false,
  hidden: false,
  groups: [],
  image: { kind: 'keep' },
};

/** The slug of a draft. */
export function draftSlug({ slug, label }: EditDraft): string {
  return slug ?? slugOf(label);
}

/** The problems of a draft, by field; each is a message key. */
interface DraftProblems {
  readonly label: 'labelMissing' | null;
  readonly slug: 'slugWrong' | 'slugTaken' | null;
}

/** Validates a draft. @param taken slugs of its siblings */
export function draftProblems(draft: EditDraft, taken: readonly string[]): DraftProblems {
  const slug = draftSlug(draft);
  return {
    label: draft.label.trim() === '' ? 'labelMissing' : null,
    slug: !isSlug(slug) ? 'slugWrong' : taken.includes(slug) ? 'slugTaken' : null,
  };
}

/**
 * The fields to send: those that differ from `before`, or all of a new record (`before` null). Null if nothing changed.
 */
export function changeOf(draft: EditDraft, before: EditDraft | null): RecordChange | null {
  const { description, published, hidden, groups, image } = draft;
  const label = draft.label.trim();
  const slug = draftSlug(draft);
  if (before === null) return { label, slug, description, published, allowedGroups: groups, image };
  const change: RecordChange = {
    image,
    ...(label === before.label ? {} : { label }),
    ...(slug === before.slug ? {} : { slug }),
    ...(description === before.description ? {} : { description }),
    ...(published === before.published ? {} : { published }),
    ...(hidden === before.hidden ? {} : { hidden }),
    ...(groups.join('\n') === before.groups.join('\n') ? {} : { allowedGroups: groups }),
  };
  return Object.keys(change).length === 1 && image.kind === 'keep' ? null : change;
}

/** Maximum number of attempts to save while others change fields that the form does not show. */
const maxAttempts = 3;

/** A record that was saved, or the one of another editor who changed what the form shows. */
type SaveResult =
  | { readonly kind: 'saved'; readonly written: Written }
  | { readonly kind: 'changed'; readonly now: EditBase };

interface RecordToSave {
  /** Saves a change of the record as it was last read; null for a new one. */
  readonly save: (change: RecordChange, seen: EditBase | null) => Promise<Written>;
  readonly changed: RecordChange;
  readonly draft: EditDraft;
  /** The record that the form was filled from; null for a new one. */
  readonly base: EditBase | null;
  /** The newest record that the user has seen. */
  readonly seen: EditBase | null;
}

/**
 * Saves a record unless another editor changed what the form shows. Other parts of a record change its entity tag too,
 * such as the datasets of a namespace; they are not a conflict. A record that is no longer found may have been renamed.
 */
export async function saveUnlessChanged({ save, changed, draft, base, seen }: RecordToSave): Promise<SaveResult> {
  let latest = seen;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { kind: 'saved', written: await save(changed, latest) };
    } catch (error) {
      const isChanged = ['changed-meanwhile', 'not-found'].includes(failureOf(error).kind);
      if (!isChanged || base === null || seen === null) throw error;
      const { target, id } = seen;
      const now = baseOf(await callBackend('readEditable', { target, ...(id === null ? {} : { id }) }));
      if ([seen, base].every((record) => concurrentChanges(draft, record, now).length > 0)) {
        return { kind: 'changed', now };
      }
      if (attempt === maxAttempts) throw error;
      latest = now;
    }
  }
}

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
