import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import type { Version } from '#shared/api/records/version.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { removalsQuery } from '../../backend/editing.ts';
import { copyText } from '../../backend/shell.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { formatBytes, formatCount, formatDifference, formatMoment } from '../../lib/format/format.ts';
import { typeName } from '../../lib/format/type-name.ts';
import { regionEntry } from '../../lib/keyboard/regions.ts';
import { type SchemaChange, schemaChange } from '../../lib/versions/schema-change.ts';
import { readVersionMetadata, type VersionMetadata } from '../../lib/versions/version-metadata.ts';
import { useLocale } from '../../state/settings.ts';
import { CopyButton, IconMenu, MenuItem, SmallButton } from '../../ui/actions/icon-button.tsx';
import { LongTable, useLines } from '../../ui/layout/long-table.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
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

/** The menu of a version. */
interface VersionActions {
  readonly onChoose: (slug: string) => void;
  readonly onOpen: (slug: string) => void;
  readonly onCompare: (one: string, other: string) => void;
  readonly onExport: (version: KnownVersion) => void;
  readonly onCite: (version: Version) => void;
  /** Deletes a version after some seconds in which that can be undone; null if the user may not. */
  readonly onDelete: ((version: Version) => void) | null;
  readonly checkOf: (version: Version) => ReactNode;
}

interface VersionLineProps extends VersionActions {
  readonly known: KnownVersion;
  /** Index among all versions, from 0. */
  readonly index: number;
  /** Slug of the newest ready one. */
  readonly newest: string | null;
  readonly isOpen: boolean;
  /** Selected on the timeline. */
  readonly isShown: boolean;
  /** Selected for comparison. */
  readonly isChosen: boolean;
  /** Deleted, or about to be. */
  readonly isRemoved: boolean;
}

/** A version: time, size, changes, integrity, and actions. */
function VersionLine(props: VersionLineProps) {
  const { known, index, newest, isOpen, isShown, isChosen, isRemoved, onChoose, onOpen, checkOf } = props;
  const locale = useLocale();
  const { version, rows, bytes, author, note } = known;
  const isUsable = version.ready && !isRemoved;
  return (
    <tr className={styles.line} aria-rowindex={index + 2} data-chosen={isShown || undefined}>
      <td className={styles.choice}>
        <Checkbox
          aria-label={t('versions.choose', { version: version.label })}
          checked={isChosen}
          disabled={!isUsable}
          onChange={() => onChoose(version.slug)}
          {...(index === 0 ? regionEntry : {})}
        />
      </td>
      <td>
        {formatMoment(version.datetime, locale)}
        {version.slug === newest && <span className={styles.newest}>{t('versions.newest')}</span>}
        {isOpen && <span className={styles.open}>{t('versions.shown')}</span>}
        <span className={`${styles.label} mono`}>{version.label}</span>
        {author !== null && <span className={styles.author}>{t('versions.author', { author })}</span>}
        {note !== null && <span className={styles.note}>{note}</span>}
      </td>
      <td data-number>{rows === null ? '–' : formatCount(rows, locale)}</td>
      <td data-number>
        <VersionChange known={known} />
      </td>
      <td data-number>{bytes === null ? '–' : formatBytes(bytes, locale)}</td>
      <td className="mono">
        {version.checksum !== '' && (
          <span className={styles.checksum} {...hint(version.checksum)}>
            {version.checksum.slice(0, 8)}…
            <CopyButton
              label={t('common.copyNamed', { what: t('versions.checksum') })}
              text={version.checksum}
              copy={copyText}
            />
          </span>
        )}
      </td>
      <td>{isRemoved ? t('versions.deleted') : version.ready ? checkOf(version) : t('versions.importing')}</td>
      <td>
        <SmallButton
          text={t('versions.open')}
          mr={4}
          disabled={!isUsable}
          aria-label={t('versions.openNamed', { version: version.label })}
          onClick={() => onOpen(version.slug)}
        />
        <MoreActions {...props} />
      </td>
    </tr>
  );
}

function MoreActions({ known, newest, isRemoved, onCompare, onExport, onCite, onDelete }: VersionLineProps) {
  const { version, before } = known;
  return (
    <IconMenu
      withinPortal
      label={t('versions.menuNamed', { version: version.label })}
      disabled={!version.ready || isRemoved}
    >
      {before !== null && (
        <MenuItem text={t('versions.compareBefore')} onClick={() => onCompare(before.slug, version.slug)} />
      )}
      {newest !== null && newest !== version.slug && (
        <MenuItem text={t('versions.compareNewest')} onClick={() => onCompare(version.slug, newest)} />
      )}
      <MenuItem text={t('versions.export')} onClick={() => onExport(known)} />
      <MenuItem text={t('versions.cite')} onClick={() => onCite(version)} />
      <MenuItem text={t('versions.copyAddress')} onClick={() => void copyText(version.url)} />
      {onDelete !== null && (
        <MenuItem text={t('versions.delete')} color="var(--danger)" onClick={() => onDelete(version)} />
      )}
    </IconMenu>
  );
}

/** The changes since the previous version: rows and columns. */
function VersionChange({ known: { before, moreRows, change } }: { known: KnownVersion }) {
  const locale = useLocale();
  if (before === null) return <span className="quiet">{t('versions.first')}</span>;
  const words = change === null ? [] : schemaWords(change);
  return (
    <>
      {moreRows === null && '–'}
      {moreRows === 0 && <span className="quiet">{t('versions.same')}</span>}
      {moreRows !== null && moreRows !== 0 && formatDifference(moreRows, locale)}
      {words.length > 0 && (
        <span className={styles.schema} data-tooltip={words.join('\n')}>
          <span aria-hidden="true">
            {change !== null && t('versions.schemaCounts', { counts: schemaCounts(change) })}
          </span>
          <span className="visually-hidden">{words.join(', ')}</span>
        </span>
      )}
    </>
  );
}

/** "+2 −1 ~1", explained by its title and to screen readers. */
function schemaCounts({ added, removed, retyped }: SchemaChange): string {
  const parts = [
    ['+', added.length],
    ['−', removed.length],
    ['~', retyped.length],
  ] as const;
  return parts.flatMap(([sign, count]) => (count === 0 ? [] : [`${sign}${count}`])).join(' ');
}

function schemaWords({ added, removed, retyped }: SchemaChange): string[] {
  const others = retyped.map(({ name, before, after }) =>
    t('versions.retyped', { name, before: typeName(t, before), after: typeName(t, after) }),
  );
  const parts = [
    ['columnsAdded', added.map(({ name }) => name)],
    ['columnsRemoved', removed.map(({ name }) => name)],
    ['columnsRetyped', others],
  ] as const;
  return parts.flatMap(([kind, names]) =>
    names.length === 0 ? [] : [t(`versions.${kind}`, { count: names.length, names: names.join(', ') })],
  );
}

/** A version with what its record and its predecessor's say about it. */
export interface KnownVersion extends VersionMetadata {
  readonly version: Version;
  /** Milliseconds since 1970; NaN if the record has no time. */
  readonly at: number;
  /** The ready version published before it; null for the first. */
  readonly before: Version | null;
  /** Difference in rows to the previous one; null if unknown. */
  readonly moreRows: number | null;
  /** Difference in columns to the previous one; null if unknown. */
  readonly change: SchemaChange | null;
}

/** @param versions newest first */
export function knownVersions(versions: readonly Version[]): KnownVersion[] {
  const read = versions.map((version) => ({ version, ...readVersionMetadata(version.metadata) }));
  return read.map((one, position): KnownVersion => {
    const before = read.slice(position + 1, position + 50).find(({ version }) => version.ready) ?? null;
    const counted = before !== null && one.rows !== null && before.rows !== null;
    const described = before !== null && one.schema !== null && before.schema !== null;
    return {
      ...one,
      at: Date.parse(one.version.datetime),
      before: before?.version ?? null,
      moreRows: counted ? (one.rows ?? 0) - (before.rows ?? 0) : null,
      change: described ? schemaChange(before.schema ?? [], one.schema ?? []) : null,
    };
  });
}

/** Slugs of the versions of a dataset that were deleted, or will be in a moment. */
export function useRemovedVersions(reference: DatasetReference): ReadonlySet<string> {
  const { data = [] } = useQuery(removalsQuery);
  return new Set(
    data.flatMap(({ target, state }) =>
      target.kind === 'version' && state !== 'failed' && sameDataset(target, reference) ? [target.version] : [],
    ),
  );
}
