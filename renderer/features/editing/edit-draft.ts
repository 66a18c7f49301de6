import { isSlug, slugOf } from '#shared/file-name.ts';
import type { DatasetChange, ImageChange, NamespaceChange } from '#shared/rpc/editing.ts';

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
  if (before === null) return { label, slug, description, published, allowedGroups: [...groups], image };
  const change: RecordChange = {
    image,
    ...(label === before.label ? {} : { label }),
    ...(slug === before.slug ? {} : { slug }),
    ...(description === before.description ? {} : { description }),
    ...(published === before.published ? {} : { published }),
    ...(hidden === before.hidden ? {} : { hidden }),
    ...(groups.join('\n') === before.groups.join('\n') ? {} : { allowedGroups: [...groups] }),
  };
  return Object.keys(change).length === 1 && image.kind === 'keep' ? null : change;
}
