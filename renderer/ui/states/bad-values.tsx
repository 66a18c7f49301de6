import { type TFunction, t } from 'i18next';
import { explain } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { HeadRow, LongTable, useLines } from '../layout/long-table.tsx';
import styles from './bad-values.module.css';

/** Pixels. */
const lineHeight = 26;

/** Values that could not be read: position, text and problem of each. Only visible lines are rendered. */
export function BadValues({ values }: { values: readonly BadValue[] }) {
  const lines = useLines({ count: values.length, height: lineHeight, overscan: 6 });
  const label = t('jobs.badTable');
  return (
    <LongTable lines={lines} label={label} tableLabel={label} className={styles.values} rows={values.length + 1}>
      <HeadRow texts={[t('jobs.badPlace'), t('jobs.badColumn'), t('jobs.badValue'), t('jobs.badMessage')]} />
      <tbody>
        {lines.shown.map((index) => {
          const value = values[index];
          return value === undefined ? null : <Line key={index} value={value} position={index} />;
        })}
      </tbody>
    </LongTable>
  );
}

/** Where a value is, in the same words as in the message about all of them. */
function placeText(t: TFunction, { line, row }: BadValue): string {
  if (line !== null) return explained(t, explain('in-line', { line }));
  return row === null ? '–' : explained(t, explain('in-record', { record: row }));
}

function Line({ value, position }: { value: BadValue; position: number }) {
  const message = explained(t, value.reason);
  return (
    <tr aria-rowindex={position + 2}>
      <td className={styles.place}>{placeText(t, value)}</td>
      <td data-tooltip={value.column ?? ''}>{value.column ?? '–'}</td>
      <td className={`${styles.value} mono`} data-tooltip={value.value ?? ''}>
        {value.value ?? '–'}
      </td>
      <td data-tooltip={message}>{message}</td>
    </tr>
  );
}
