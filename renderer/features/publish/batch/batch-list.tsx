import { useVirtualizer } from '@tanstack/react-virtual';
import { t } from 'i18next';
import { useRef } from 'react';
import type { FilePreview, FileSurvey } from '#shared/rpc/source-file.ts';
import { explained, failureOf, failureWords } from '../../../lib/format/failure-texts.ts';
import { SmallButton } from '../../../ui/actions/icon-button.tsx';
import { CheckField, TextField } from '../../../ui/fields.tsx';
import { hint } from '../../../ui/tooltip/hint.ts';
import publishStyles from '../publish.module.css';
import { changeItems, openItem } from '../publish-store.ts';
import { type BatchItem, type ItemQuestion, itemName, type NameProblem } from './batch.ts';
import styles from './batch-list.module.css';

/** An item of the list with all known facts. */
export interface ListedItem {
  readonly item: BatchItem;
  readonly preview: FilePreview | undefined;
  readonly survey: FileSurvey | undefined;
  /** Why it cannot be read. */
  readonly error: Error | null;
  readonly refetch: () => void;
  readonly questions: readonly ItemQuestion[];
  readonly slug: string;
  readonly problem: NameProblem | null;
}

const rowHeight = 64;
const headHeight = 30;

/** A line per file: its name, its content, and open questions. Only visible lines are rendered. */
export function BatchList({ listed }: { listed: readonly ListedItem[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const down = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => listed[at]?.item.id ?? at,
    paddingStart: headHeight,
    overscan: 8,
  });
  return (
    <div className={styles.scroller} ref={scroller}>
      <table
        className={styles.table}
        aria-label={t('publish.batchFiles')}
        aria-rowcount={listed.length + 1}
        style={{ height: down.getTotalSize() }}
      >
        <thead>
          <tr className={styles.row}>
            <th scope="col" className={styles.file}>
              {t('publish.use')}
            </th>
            <th scope="col" className={styles.file}>
              {t('publish.batchFile')}
            </th>
            <th scope="col" className={styles.file}>
              {t('publish.datasetLabel')}
            </th>
            <th scope="col" className={styles.file}>
              {t('publish.datasetSlug')}
            </th>
            <th scope="col" className={styles.file}>
              {t('publish.batchState')}
            </th>
            <th scope="col" className={styles.file}>
              <span className="visually-hidden">{t('publish.batchOpen')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {down.getVirtualItems().map(({ key, index, start }) => {
            const one = listed[index];
            return one === undefined ? null : <BatchRow key={key} listed={one} at={index} top={start} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

function BatchRow({ listed, at, top }: { listed: ListedItem; at: number; top: number }) {
  const { item, slug, problem } = listed;
  const { newDataset } = item.draft.destination;
  const { entry, sheet } = item.draft.reading;
  const part = sheet ?? entry;
  const name = itemName(item);
  const only = new Set([item.id]);
  const apply = (part: Partial<typeof newDataset>) =>
    changeItems(only, (one) => {
      const { destination } = one.draft;
      const dataset = { ...destination.newDataset, ...part };
      return { ...one, draft: { ...one.draft, destination: { ...destination, newDataset: dataset } } };
    });
  const words = problem === null ? null : t(`publish.${problem}`);
  return (
    <tr
      className={styles.row}
      aria-rowindex={at + 2}
      data-unused={!item.used || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td className={styles.cell}>
        <CheckField
          aria-label={t('publish.batchUse', { name })}
          checked={item.used}
          onChange={(used) => {
            changeItems(only, (one) => ({ ...one, used }));
          }}
        />
      </td>
      <th scope="row" className={styles.file} {...hint(item.draft.path)}>
        {part ?? name}
        <span className={styles.folder}>{item.draft.path.split(/[/\\]/).at(part === undefined ? -2 : -1)}</span>
      </th>
      <td className={styles.cell}>
        <TextField
          aria-label={t('publish.fieldOf', { field: t('publish.datasetLabel'), name })}
          maxLength={255}
          disabled={!item.used}
          value={newDataset.label}
          error={problem === 'labelMissing' ? words : null}
          onChange={(text) => apply({ label: text })}
        />
      </td>
      <td className={styles.cell}>
        <TextField
          aria-label={t('publish.fieldOf', { field: t('publish.datasetSlug'), name })}
          maxLength={100}
          spellCheck={false}
          disabled={!item.used}
          value={slug}
          error={problem === 'labelMissing' ? null : words}
          onChange={(text) => apply({ slug: text })}
        />
      </td>
      <td className={`${styles.cell} ${styles.state}`}>
        {item.used ? <ItemState listed={listed} /> : t('publish.batchLeftOut')}
      </td>
      <td className={styles.cell}>
        <SmallButton
          text={t('publish.batchOpen')}
          aria-label={t('publish.batchOpenNamed', { name })}
          onClick={() => openItem(item.id)}
        />
      </td>
    </tr>
  );
}

/** The content of a file, or why it is unknown, and what needs attention. */
function ItemState({ listed: { preview, survey, error, refetch, questions } }: { listed: ListedItem }) {
  if (error !== null) {
    const failure = failureOf(error);
    const { text } = failureWords(t, failure);
    return (
      <>
        <span className={`${publishStyles.batchWords} ${publishStyles.bad}`} data-tooltip={text}>
          {text}
        </span>
        {failure.retry && <SmallButton text={t('common.retry')} variant="subtle" onClick={refetch} />}
      </>
    );
  }
  if (preview === undefined) return <span className="quiet">{t('publish.batchLooking')}</span>;
  const rows = survey?.rows ?? (preview.whole ? preview.rows.length : null);
  const size =
    rows === null ? t('publish.batchMoreRows', { rows: preview.rows.length }) : t('common.rows', { count: rows });
  return (
    <>
      <span>
        {size}
        {', '}
        {t('publish.batchColumns', { count: preview.columns.length })}
      </span>
      {questions.length > 0 && (
        <span className={`${publishStyles.batchWords} ${publishStyles.batchOpen}`}>
          {t('publish.batchOpenQuestions', { count: questions.length })}
        </span>
      )}
      {survey?.state === 'failed' && (
        <span className={`${publishStyles.batchWords} ${publishStyles.bad}`}>
          {t('publish.surveyFailed', { problem: survey.problem === null ? '' : explained(t, survey.problem) })}
        </span>
      )}
      {preview.unitsLines.length > 0 && (
        <span className={`${publishStyles.batchWords} ${publishStyles.batchOpen}`}>
          {t('publish.batchUnits', { line: preview.unitsLines[0] })}
        </span>
      )}
      {preview.broken.count > 0 && (
        <span className={`${publishStyles.batchWords} ${publishStyles.batchOpen}`}>
          {t('publish.brokenRecords', { count: preview.broken.count })}
        </span>
      )}
    </>
  );
}
