import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { type DatasetTab, openDataset } from '../../state/session.ts';
import { openDifference } from '../../state/show-rows.ts';
import styles from './rows.module.css';

interface NewerNoteProps {
  readonly tab: DatasetTab;
  readonly dataset: Dataset;
  /** The record may be outdated and is being read again. */
  readonly unsure: boolean;
}

/**
 * States that the rows were replaced by those of a newer version while they were shown, and leads back to the previous
 * one. Rows that the last session stored are not meant: they are only shown until the record is there.
 */
export function NewerNote({ tab, dataset, unsure }: NewerNoteProps) {
  const { t } = useTranslation();
  const now = dataset.versions.find(({ ready }) => ready)?.slug ?? '';
  const [seen, setSeen] = useState<{ now: string; before: string | null; isSure: boolean }>({
    now,
    before: null,
    isSure: !unsure,
  });
  if (seen.now !== now) setSeen({ now, before: seen.before ?? (seen.isSure ? seen.now : null), isSure: !unsure });
  else if (!seen.isSure && !unsure) setSeen({ ...seen, isSure: true });
  const { before } = seen;
  const { reference, label, query } = tab;
  // It may have been deleted since.
  if (before === null || query.version !== null || !dataset.versions.some(({ slug }) => slug === before)) return null;
  const dismiss = () => setSeen({ ...seen, before: null });
  const act = (run: () => void) => () => {
    dismiss();
    run();
  };
  return (
    <div className={styles.reached}>
      <span role="status">{t('newer.shown')}</span>
      <Button
        variant="default"
        size="compact-xs"
        onClick={act(() => openDifference({ reference, label }, { before, after: now }))}
      >
        {t('newer.changes')}
      </Button>
      <Button variant="default" size="compact-xs" onClick={act(() => openDataset(reference, label, before))}>
        {t('newer.previous')}
      </Button>
      <Button variant="subtle" size="compact-xs" onClick={dismiss}>
        {t('common.close')}
      </Button>
    </div>
  );
}
