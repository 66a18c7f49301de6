import { type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LongTable, useLines } from '../../ui/layout/long-table.tsx';
import type { KnownVersion } from './known-versions.ts';
import { type VersionActions, VersionLine } from './version-line.tsx';
import styles from './versions.module.css';

/** Pixels. */
const lineHeight = 48;

interface VersionTableProps extends VersionActions {
  readonly label: string;
  /** Newest first. */
  readonly versions: readonly KnownVersion[];
  /** Slug of the newest ready one. */
  readonly newest: string | null;
  /** Slug of the one that this tab shows. */
  readonly open: string | null;
  /** The one to scroll to. */
  readonly shown: string | null;
  /** Slugs of the versions to compare. */
  readonly chosen: readonly string[];
  /** Slugs of the versions that are deleted, or are about to be. */
  readonly removed: ReadonlySet<string>;
  /** Compares the chosen ones, if they are two. */
  readonly onCompareChosen: () => void;
}

const heads = ['published', 'rows', 'change', 'size', 'checksum', 'state', 'actions'] as const;
const numbers: ReadonlySet<string> = new Set(['rows', 'change', 'size']);

/** A line per version. Only visible lines are rendered, so that hundreds cost no more than ten. */
export function VersionTable(props: VersionTableProps) {
  const { label, versions, newest, open, shown, chosen, removed, onCompareChosen, ...acts } = props;
  const { t } = useTranslation();
  const lines = useLines({ count: versions.length, height: lineHeight, overscan: 4 });
  const { virtualizer } = lines;
  const position = versions.findIndex(({ version }) => version.slug === shown);
  useEffect(() => {
    if (position >= 0) virtualizer.scrollToIndex(position, { align: 'auto' });
  }, [position, virtualizer]);
  return (
    <LongTable
      lines={lines}
      label={t('views.versions')}
      tableLabel={label}
      className={styles.table}
      rows={versions.length + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          <td className={styles.choice} />
          {heads.map((head) => (
            <th key={head} scope="col" data-number={numbers.has(head) || undefined}>
              {t(`versions.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={(event) => moveOrCompare(event, onCompareChosen)}>
        {lines.shown.map((index) => {
          const known = versions[index];
          return known === undefined ? null : (
            <VersionLine
              key={known.version.slug}
              known={known}
              index={index}
              newest={newest}
              isOpen={known.version.slug === open}
              isShown={known.version.slug === shown}
              isChosen={chosen.includes(known.version.slug)}
              isRemoved={removed.has(known.version.slug)}
              {...acts}
            />
          );
        })}
      </tbody>
    </LongTable>
  );
}

/** In the boxes of the versions, the up and down keys move to the next box, and Enter compares. */
function moveOrCompare(event: KeyboardEvent<HTMLElement>, compare: () => void): void {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox') return;
  if (event.key === 'Enter') compare();
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not([disabled])')];
    boxes[boxes.indexOf(box) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    event.preventDefault();
  }
}
