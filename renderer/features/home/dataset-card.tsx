import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { datasetQuery, useConnection } from '../../backend/records.ts';
import { firstRowsQuery } from '../../backend/rows.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { cellText, formatOfColumn } from '../../lib/format/cell-text.ts';
import { placeText } from '../../lib/format/connection-state.ts';
import { newestReady } from '../../lib/versions/version-metadata.ts';
import type { DatasetEntry } from '../../state/favourites.ts';
import { useLocale } from '../../state/settings.ts';
import { openWithFocus } from '../../state/wanted-focus.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import styles from './dataset-card.module.css';
import { isSample } from './use-samples.ts';

/** Maximum number of columns of a preview. */
const maxColumns = 4;

/** Draws a dataset in place of its first rows, which are shown until then. */
export type DrawPicture = (reference: DatasetReference, details: DatasetDetails, rows: ReactNode) => ReactNode;

/** A dataset with a picture or its first rows, opened by a click. */
export function DatasetCard({ entry, picture }: { entry: DatasetEntry; picture: DrawPicture | undefined }) {
  const { t } = useTranslation();
  const { reference } = entry;
  const connection = useConnection(reference.connection);
  const { data: details, error } = useQuery({ ...datasetQuery(reference), enabled: connection?.state === 'ready' });
  const label = details?.dataset.label || entry.label;
  // Profiles of other services may take long, or have to be read.
  const isDrawn = connection?.capabilities.filesOnThisComputer === true;
  const rows = (known: DatasetDetails) => <Preview reference={reference} details={known} label={label} />;
  return (
    <li className={styles.card}>
      <button type="button" className={styles.cardOpen} onClick={() => openWithFocus(reference, label)}>
        <span className={styles.cardTitle} dir="auto">
          {label}
        </span>
        {details !== undefined && isSample(details.dataset) && (
          <span className={styles.cardMark}>{t('home.sample')}</span>
        )}
      </button>
      <p className={styles.cardPlace}>{placeText(t, details?.namespaceLabel || reference.namespace, connection)}</p>
      {details !== undefined &&
        (isDrawn && picture !== undefined ? picture(reference, details, rows(details)) : rows(details))}
      {details === undefined && error !== null && <p className={styles.cardPlace}>{t('home.cardFailed')}</p>}
      {details !== undefined && <Facts details={details} />}
    </li>
  );
}

function Facts({ details }: { details: DatasetDetails }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { dataset, rows } = details;
  const newest = newestReady(dataset);
  return (
    <p className={styles.cardFacts}>
      <span>
        {newest === undefined && t('rows.noDataTitle')}
        {newest !== undefined && rows !== null && `${t('common.rows', { count: rows })} · `}
        {newest !== undefined && t('common.columns', { count: dataset.columns.length })}
      </span>
      {newest !== undefined && (
        <RelativeTime iso={newest.datetime} locale={locale} text={(when) => t('home.updated', { when })} />
      )}
    </p>
  );
}

interface PreviewProps {
  readonly reference: DatasetReference;
  readonly details: DatasetDetails;
  readonly label: string;
}

function Preview({ reference, details, label }: PreviewProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const newest = newestReady(details.dataset)?.slug ?? null;
  const { data: rows = [] } = useQuery({ ...firstRowsQuery(reference, newest), enabled: newest !== null });
  const columns = describedColumns(details.dataset, null).slice(0, maxColumns);
  if (columns.length === 0) return null;
  return (
    <div className={styles.preview}>
      <table aria-label={t('home.preview', { name: label })}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name}>{column.label || column.name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the first rows of a version never change.
            <tr key={position}>
              {columns.map((column, at) => (
                <td key={column.name} data-number={typeof row[at] === 'number' || undefined}>
                  {cellText(row[at] ?? null, {
                    locale,
                    raw: false,
                    ...formatOfColumn(column),
                  })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
