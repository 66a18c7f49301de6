import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublishRequest, Replacement } from '#shared/rpc/jobs.ts';
import { reviewQuery } from '../../backend/files.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { Note } from '../../ui/states/note.tsx';
import styles from './publish.module.css';

/** A change of a name in the form reads the whole file again. */
const reviewDebounceMs = 600;

/** What publishing would change in an existing dataset. */
export interface Review {
  /** Null while it is unknown, and if nothing is replaced. */
  readonly replacement: Replacement | null;
  readonly isPending: boolean;
}

/** Compares the file with the dataset that it replaces. @param request null if there is nothing to compare */
export function useReview(request: PublishRequest | null): Review {
  const wanted = request === null ? null : JSON.stringify(comparedParts(request));
  const [settled] = useDebouncedValue(wanted, reviewDebounceMs);
  const compared = wanted !== null && wanted === settled ? (JSON.parse(settled) as PublishRequest) : null;
  const { data = null, isPending } = useQuery(reviewQuery(compared));
  return { replacement: data, isPending: wanted !== null && isPending };
}

/** Readers, licence and descriptions affect no row. */
function comparedParts({ kind, connection, path, options, namespace, dataset, mode }: PublishRequest): PublishRequest {
  const { columns, ...reading } = options;
  const shaped = columns?.map(({ label: _label, description: _description, ...column }) => column);
  return {
    kind,
    connection,
    path,
    options: shaped === undefined ? reading : { ...reading, columns: shaped },
    namespace: { slug: namespace.slug },
    dataset: { slug: dataset.slug },
    mode,
    rejects: null,
  };
}

/** Shows what would change. */
export function ReviewNote({ review: { replacement, isPending } }: { review: Review }) {
  const { t } = useTranslation();
  const text = replacement === null ? '' : explained(t, replacement.changes);
  if (!isPending && text === '') return null;
  return (
    <div role="status">
      <Note tone={replacement?.loses === true ? 'warning' : 'plain'}>
        {isPending ? (
          t('publish.comparing')
        ) : (
          <>
            <p>
              <strong>{t('publish.changes')}</strong>
            </p>
            <p>{text}</p>
          </>
        )}
      </Note>
    </div>
  );
}

/** Asks before data are lost. */
export function LossQuestion({ onPublish, onCancel }: { onPublish: () => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Note tone="bad">
      <p>{t('publish.lossQuestion')}</p>
      <div className={styles.buttons}>
        <Button ref={cancel} variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button color="red" onClick={onPublish}>
          {t('publish.anyway')}
        </Button>
      </div>
    </Note>
  );
}
