import { isSlug, slugOf } from '#shared/file-name.ts';
import type { ImageChange, NamespaceChange } from '#shared/rpc/editing.ts';

/** What a form about a namespace or dataset holds. */
export interface EditDraft {
  readonly label: string;
  /** Null until the user has typed one: it then follows the label. */
  readonly slug: string | null;
  readonly description: string;
  readonly published: boolean;
  /** Absolute addresses. */
  readonly groups: readonly string[];
  readonly image: ImageChange;
}

/** A form about something new. */
export const emptyDraft: EditDraft = {
  label: '',
  slug: null,
  description: '',
  published: false,
  groups: [],
  image: { kind: 'keep' },
};

/** The slug that the draft stands for. */
export function draftSlug({ slug, label }: EditDraft): string {
  return slug ?? slugOf(label);
}

/** What is wrong with a draft, by field; each is a key of the messages. */
export interface DraftProblems {
  readonly label: 'labelMissing' | null;
  readonly slug: 'slugWrong' | 'slugTaken' | null;
}

/** Looks whether a draft can be saved. @param taken slugs of the others beside it */
export function draftProblems(draft: EditDraft, taken: readonly string[]): DraftProblems {
  const slug = draftSlug(draft);
  return {
    label: draft.label.trim() === '' ? 'labelMissing' : null,
    slug: !isSlug(slug) ? 'slugWrong' : taken.includes(slug) ? 'slugTaken' : null,
  };
}

/**
 * What is to be sent: the fields that are other than `before`, or everything of something new (`before` null).
 * Null where nothing was changed.
 */
export function changeOf(draft: EditDraft, before: EditDraft | null): NamespaceChange | null {
  const { description, published, groups, image } = draft;
  const label = draft.label.trim();
  const slug = draftSlug(draft);
  if (before === null) return { label, slug, description, published, allowedGroups: [...groups], image };
  const change: NamespaceChange = {
    image,
    ...(label === before.label ? {} : { label }),
    ...(slug === before.slug ? {} : { slug }),
    ...(description === before.description ? {} : { description }),
    ...(published === before.published ? {} : { published }),
    ...(groups.join('\n') === before.groups.join('\n') ? {} : { allowedGroups: [...groups] }),
  };
  return Object.keys(change).length === 1 && image.kind === 'keep' ? null : change;
}
