import { explained } from '../../lib/format/failure-texts.ts';
import './bad-values.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BadValueRecord } from '#shared/rpc/bad-value.ts';

const lineHeight = 26;

/** Values that could not be read: position, text and problem of each. Only visible lines are rendered. */
export function BadValues({ values }: { values: readonly BadValueRecord[] }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: values.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 6,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className="bad-values" aria-label={t('jobs.badTable')} ref={scroller} tabIndex={0}>
      <table aria-label={t('jobs.badTable')} aria-rowcount={values.length + 1}>
        <thead>
          <tr className="bad-values-line" aria-rowindex={1}>
            <th scope="col" className="bad-values-number">
              {t('jobs.badRow')}
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

function Line({ value, position, start }: { value: BadValueRecord; position: number; start: number }) {
  const { t } = useTranslation();
  const message = explained(t, value.reason);
  const line = value.line === null ? undefined : t('jobs.badLine', { line: value.line });
  return (
    <tr className="bad-values-line" aria-rowindex={position + 2} style={{ transform: `translateY(${start}px)` }}>
      <td className="bad-values-number" data-tooltip={line}>
        {value.row === null ? (line ?? '–') : t('common.number', { value: value.row })}
      </td>
      <td data-tooltip={value.column ?? ''}>{value.column ?? '–'}</td>
      <td className="bad-values-value mono" data-tooltip={value.value ?? ''}>
        {value.value ?? '–'}
      </td>
      <td data-tooltip={message}>{message}</td>
    </tr>
  );
}
