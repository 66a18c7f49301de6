import { IconArrowNarrowRight, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Cell } from '#shared/cell.ts';
import type { DifferingRow } from '#shared/rpc/calls/insight.ts';
import { cellText } from '../../lib/format/cell-text.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './comparing.module.css';

const icons = { changed: IconPencil, added: IconPlus, removed: IconMinus };

interface DifferenceLineProps {
  /** From 0. */
  readonly index: number;
  /** Pixels from the top of the table. */
  readonly top: number;
  /** Undefined while loading. */
  readonly row: DifferingRow | undefined;
  readonly columns: readonly string[];
  readonly shown: readonly { readonly position: number; readonly left: number }[];
  readonly labels: ReadonlyMap<string, string>;
}

/** A differing row: its kind, and each cell, before and after if it has changed. */
export function DifferenceLine({ index, top, row, columns, shown, labels }: DifferenceLineProps) {
  const { t } = useTranslation();
  const Icon = row === undefined ? null : icons[row.kind];
  const changed = row?.changed.map((position) => labels.get(columns[position] ?? '') ?? columns[position] ?? '') ?? [];
  return (
    <tr
      className={styles.differenceLine}
      aria-rowindex={index + 2}
      data-kind={row?.kind}
      style={{ transform: `translateY(${top}px)` }}
    >
      <th scope="row" className={styles.differenceKind} {...hint(changed.join(', '))}>
        {row !== undefined && Icon !== null && (
          <>
            <Icon size={14} stroke={1.5} aria-hidden />
            {t(kindWords[row.kind])}
          </>
        )}
      </th>
      {shown.map(({ position, left }) => (
        <td
          key={position}
          aria-colindex={position + 2}
          className={styles.differenceCell}
          style={{ insetInlineStart: left }}
          data-number={isNumber(row, position) || undefined}
          data-changed={row?.changed.includes(position) || undefined}
        >
          {row === undefined ? <span className={styles.differenceWaiting} /> : <Value row={row} position={position} />}
        </td>
      ))}
    </tr>
  );
}

function isNumber(row: DifferingRow | undefined, position: number): boolean {
  const kind = typeof (row?.after?.[position] ?? row?.before?.[position]);
  return kind === 'number' || kind === 'bigint';
}

function Value({ row, position }: { row: DifferingRow; position: number }) {
  const { t } = useTranslation();
  const [before, after] = [row.before?.[position] ?? null, row.after?.[position] ?? null];
  if (row.kind === 'removed') return <Plain cell={before} />;
  if (!row.changed.includes(position)) return <Plain cell={after} />;
  return (
    <>
      <del>
        <span className="visually-hidden">{t('comparing.was')} </span>
        <Plain cell={before} />
      </del>
      <IconArrowNarrowRight size={14} stroke={1.5} aria-hidden />
      <ins>
        <span className="visually-hidden">{t('comparing.is')} </span>
        <Plain cell={after} />
      </ins>
    </>
  );
}

function Plain({ cell }: { cell: Cell }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const raw = useSettings((settings) => settings.raw);
  if (cell === null) return <span className="quiet">{t('common.missing')}</span>;
  const text = cellText(cell, { locale, raw, grouped: false });
  return <span data-tooltip={text}>{text}</span>;
}

/** The message for each kind of changed row. */
export const kindWords = {
  all: 'comparing.kindAll',
  changed: 'comparing.kindChanged',
  added: 'comparing.kindAdded',
  removed: 'comparing.kindRemoved',
} as const;
