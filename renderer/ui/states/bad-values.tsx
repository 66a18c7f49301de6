import { useVirtualizer } from '@tanstack/react-virtual';
import { type TFunction, t } from 'i18next';
import { useRef } from 'react';
import { explain } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import styles from './bad-values.module.css';

const lineHeight = 26;

/** Values that could not be read: position, text and problem of each. Only visible lines are rendered. */
export function BadValues({ values }: { values: readonly BadValue[] }) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: values.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 6,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={styles.values} aria-label={t('jobs.badTable')} ref={scroller} tabIndex={0}>
      <table aria-label={t('jobs.badTable')} aria-rowcount={values.length + 1}>
        <thead>
          <tr className={styles.line} aria-rowindex={1}>
            <th scope="col" className={styles.place}>
              {t('jobs.badPlace')}
            </th>
            <th scope="col">{t('jobs.badColumn')}</th>
            <th scope="col">{t('jobs.badValue')}</th>
            <th scope="col">{t('jobs.badMessage')}</th>
          </tr>
        </thead>
        <tbody style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const value = values[index];
            return value === undefined ? null : <Line key={index} value={value} position={index} start={start} />;
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Where a value is, in the same words as in the message about all of them. */
function placeText(t: TFunction, { line, row }: BadValue): string {
  if (line !== null) return explained(t, explain('in-line', { line }));
  return row === null ? '–' : explained(t, explain('in-record', { record: row }));
}

function Line({ value, position, start }: { value: BadValue; position: number; start: number }) {
  const message = explained(t, value.reason);
  return (
    <tr className={styles.line} aria-rowindex={position + 2} style={{ transform: `translateY(${start}px)` }}>
      <td className={styles.place}>{placeText(t, value)}</td>
      <td data-tooltip={value.column ?? ''}>{value.column ?? '–'}</td>
      <td className={`${styles.value} mono`} data-tooltip={value.value ?? ''}>
        {value.value ?? '–'}
      </td>
      <td data-tooltip={message}>{message}</td>
    </tr>
  );
}
