import { Box, CloseButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { t } from 'i18next';
import { LinkifyIt } from 'linkify-it';
import { useMemo } from 'react';
import type { Cell, Row } from '#shared/cell.ts';
import { copyText, shell } from '../../../backend/shell.ts';
import { type DataColumn, valueKind } from '../../../lib/data-column.ts';
import { typeName } from '../../../lib/format/type-name.ts';
import { regionOf } from '../../../lib/keyboard/regions.ts';
import { CopyButton, IconButton, SmallButton } from '../../../ui/actions/icon-button.tsx';
import { ShapePreview } from '../../../ui/shape-preview.tsx';
import { hint } from '../../../ui/tooltip/hint.ts';
import rowsStyles from '../rows.module.css';
import styles from './row-details.module.css';

/** The displayed row, counted from 0; its values are undefined while loading. */
export interface ShownRow {
  readonly row: number;
  readonly values: Row | undefined;
}

interface RowDetailsProps {
  readonly shown: ShownRow | null;
  readonly columns: readonly DataColumn[];
  readonly onMove: (row: number) => void;
  /** Shows the row in the grid; absent if it is shown there already. */
  readonly onShow?: (row: number) => void;
  readonly onClose: () => void;
}

/** The exact text of a value; JSON is formatted for reading. */
function fullText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return JSON.stringify(cell, null, 2);
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return String(cell);
  try {
    return JSON.stringify(JSON.parse(cell), null, 2);
  } catch {
    return cell;
  }
}

function isLaidOut(cell: Cell): boolean {
  return typeof cell === 'object' || (typeof cell === 'string' && fullText(cell) !== cell);
}

/** All values of a row in full, beside the grid or the map. */
export function RowDetails({ shown, columns, onMove, onShow, onClose }: RowDetailsProps) {
  return (
    <aside className={styles.details} {...regionOf('details')} aria-label={t('grid.detail')}>
      <header className={styles.head}>
        <h3>{shown === null ? t('grid.detail') : t('grid.detailOf', { row: shown.row + 1 })}</h3>
        {shown !== null && (
          <>
            <IconButton
              size="xs"
              label={t('grid.previousRow')}
              onClick={() => onMove(shown.row - 1)}
              icon={IconChevronUp}
            />
            <IconButton
              size="xs"
              label={t('grid.nextRow')}
              onClick={() => onMove(shown.row + 1)}
              icon={IconChevronDown}
            />
          </>
        )}
        {shown !== null && onShow !== undefined && (
          <SmallButton text={t('grid.showInRows')} onClick={() => onShow(shown.row)} />
        )}
        <CloseButton size="xs" aria-label={t('common.close')} onClick={onClose} />
      </header>
      {shown === null && (
        <Box component="p" p="md" c="var(--text-quiet)">
          {t('grid.detailNone')}
        </Box>
      )}
      {shown !== null && (
        <dl className={styles.list} tabIndex={0}>
          {columns.map((column, position) => (
            <Value key={column.name} column={column} cell={shown.values?.[position]} />
          ))}
        </dl>
      )}
    </aside>
  );
}

function Value({ column, cell }: { column: DataColumn; cell: Cell | undefined }) {
  const label = column.label || column.name;
  return (
    <div className={styles.entry}>
      <dt>
        {label} <span className={rowsStyles.headType}>{typeName(t, valueKind(column))}</span>
      </dt>
      <dd>
        {cell === undefined && <span className={styles.waiting} />}
        {cell === null && <span className="quiet">{t('rows.missing')}</span>}
        {cell !== undefined && cell !== null && (
          <>
            <span className={isLaidOut(cell) ? `${styles.value} mono` : styles.value}>
              <LinkedText text={fullText(cell)} />
            </span>
            <CopyButton
              label={t('grid.copyValue', { column: label })}
              text={typeof cell === 'object' ? JSON.stringify(cell) : String(cell)}
              copy={copyText}
            />
          </>
        )}
        {typeof cell === 'object' && cell !== null && <ShapePreview geometry={cell} label={label} />}
      </dd>
    </div>
  );
}

/** A text whose web addresses are links. They open in the default browser, never in the window. */
function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => webLinks(text), [text]);
  const open = (address: string) => {
    shell
      .call('openAddress', { address })
      .catch(() => notifications.show({ color: 'red', message: t('inspect.linkRefused') }));
  };
  return parts.map((part, position) =>
    part.kind === 'plain' ? (
      part.text
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
        key={position}
        className={rowsStyles.detailsLink}
        href={part.address}
        {...hint(t('inspect.openLink', { address: part.address }))}
        draggable={false}
        onClick={(event) => {
          event.preventDefault();
          open(part.address);
        }}
        onAuxClick={(event) => event.preventDefault()}
      >
        {part.text}
      </a>
    ),
  );
}

/** A part of a text: plain, or a link. */
type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  /** `address` is what would be opened; the text may spell it differently. */
  | { readonly kind: 'link'; readonly text: string; readonly address: string };

/** Maximum number of characters that are searched. */
const maxSearched = 20_000;
const maxAddressLength = 4_096;

const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false, urlAuth: true });
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null);

/**
 * The address that would be opened: http or https, with a host and without user name or password; null for any other.
 */
function followable(text: string): string | null {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.hostname === '') return null;
  const isOpen = address.username === '' && address.password === '';
  return isOpen && address.href.length <= maxAddressLength ? address.href : null;
}

/** Splits a text at the web addresses in it; concatenated, the parts are the text. */
export function webLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of linkify.match(text.slice(0, maxSearched)) ?? []) {
    const address = followable(match.raw);
    if (address === null) continue;
    if (match.index > at) parts.push({ kind: 'plain', text: text.slice(at, match.index) });
    parts.push({ kind: 'link', text: match.raw, address });
    at = match.lastIndex;
  }
  if (at < text.length) parts.push({ kind: 'plain', text: text.slice(at) });
  return parts;
}
