import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import sheetStyles from '../../ui/layout/sheet.module.css';
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
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: versions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 4,
  });
  const lines = virtualizer.getVirtualItems();
  const position = versions.findIndex(({ version }) => version.slug === shown);
  useEffect(() => {
    if (position >= 0) virtualizer.scrollToIndex(position, { align: 'auto' });
  }, [position, virtualizer]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={sheetStyles.scroller} aria-label={t('views.versions')} ref={scroller} tabIndex={0}>
      {/* The space of the invisible lines is outside the table, so that its head can stick to the top. */}
      <div
        style={{
          paddingTop: lines[0]?.start ?? 0,
          paddingBottom: virtualizer.getTotalSize() - (lines.at(-1)?.end ?? 0),
        }}
      >
        <table
          className={`${sheetStyles.table} ${styles.table}`}
          aria-label={label}
          aria-rowcount={versions.length + 1}
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
            {lines.map(({ index }) => {
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
        </table>
      </div>
    </section>
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
