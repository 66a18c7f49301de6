import type { Written } from '#shared/rpc/editing.ts';
import { callBackend } from '../../backend/port.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { baseOf, concurrentChanges, type EditBase } from './concurrent-change.ts';
import type { EditDraft, RecordChange } from './edit-draft.ts';

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
