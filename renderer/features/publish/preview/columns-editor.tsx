import { Box } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '#shared/rpc/source-file.ts';
import type { Reading } from '../draft.ts';
import styles from '../publish.module.css';
import { DraftColumnLine } from './draft-column-line.tsx';
import type { DraftColumn } from './draft-columns.ts';
import { ownEscape } from './own-escape.ts';
import { PointChoice } from './point-choice.tsx';

const lineHeight = 42;

interface ColumnsEditorProps {
  readonly file: string;
  readonly columns: readonly DraftColumn[];
  readonly reading: Reading;
  readonly preview: FilePreview;
}

/** The columns of the file, one per line: whether it is included, its name, label, description and type. */
export function ColumnsEditor({ file, columns, reading, preview }: ColumnsEditorProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 4,
  });
  const kept = columns.filter((column) => column.used).length;
  const label = t('publish.columnsOf', { file });
  return (
    <section className={styles.columnsEditor} aria-label={t('publish.columnsOfFile')} {...ownEscape}>
      <div className={styles.bar}>
        <h4>{t('publish.columns')}</h4>
        <span className={kept === 0 ? styles.bad : 'quiet'}>
          {kept === 0 ? t('publish.noneKept') : t('publish.kept', { kept, count: columns.length })}
        </span>
        <Box flex={1} />
        <PointChoice reading={reading} preview={preview} columns={columns} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className={styles.columnsScroller} aria-label={label} ref={scroller} tabIndex={0}>
        <table className={styles.columnsTable} aria-label={label} aria-rowcount={columns.length + 1}>
          <thead>
            <tr className={styles.columnLine} aria-rowindex={1}>
              <th scope="col">{t('publish.use')}</th>
              <th scope="col">{t('publish.source')}</th>
              <th scope="col">{t('publish.name')}</th>
              <th scope="col">{t('publish.label')}</th>
              <th scope="col">{t('publish.description')}</th>
              <th scope="col">{t('publish.type')}</th>
            </tr>
          </thead>
          <tbody style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const column = columns[index];
              if (column === undefined) return null;
              return (
                <DraftColumnLine
                  key={column.source}
                  column={column}
                  position={index}
                  start={start}
                  missing={preview.options.missing ?? []}
                />
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}
