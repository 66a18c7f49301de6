import { IconArrowsDiff, IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Version } from '#shared/api/records/version.ts';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { rightsQuery } from '../../backend/editing.ts';
import { can } from '../../backend/shell.ts';
import { newestReady } from '../../lib/versions/version-metadata.ts';
import { askToPublish, openDialog } from '../../state/dialogs.ts';
import { closeComparison, showComparison } from '../../state/open-view.ts';
import { type ComparedVersions, type DatasetTab, useTabState } from '../../state/tab.ts';
import { openWithFocus } from '../../state/wanted-focus.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { EmptyState } from '../../ui/states/states.tsx';
import { CiteDialog } from './cite-dialog.tsx';
import { Timeline } from './timeline.tsx';
import { type KnownVersion, knownVersions, useRemovedVersions, VersionTable } from './version-table.tsx';

interface VersionsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** Times at which the source was checked and had not changed, ISO 8601. */
  readonly unchanged: readonly string[];
  /** Whether a version has been verified against its checksum, and a way to do so. */
  readonly checkOf: (version: Version) => ReactNode;
  /** Deletes a version after some seconds in which that can be undone; null if the user may not. */
  readonly onDelete: ((version: Version) => void) | null;
  /** The comparison of two versions, shown instead of the list until it is closed. */
  readonly comparison: (compared: ComparedVersions, onClose: () => void) => ReactNode;
}

/** The versions of a dataset, newest first; each opens read-only in its own tab, and two can be compared. */
export function VersionsView({ tab, details, unchanged, checkOf, onDelete, comparison }: VersionsViewProps) {
  const [shown, setShown] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const compared = useTabState(tab.id, (state) => state.compared);
  const [cited, setCited] = useState<Version | null>(null);
  const removed = useRemovedVersions(tab.reference);
  const { dataset } = details;
  const versions = useMemo(() => knownVersions(dataset.versions), [dataset.versions]);
  if (versions.length === 0) return <EmptyState title={t('versions.emptyTitle')} text={t('versions.emptyText')} />;
  if (compared !== null) {
    // Another request starts over, whatever the user chose in the one before.
    return <Fragment key={JSON.stringify(compared)}>{comparison(compared, () => closeComparison(tab.id))}</Fragment>;
  }
  const newest = newestReady(dataset)?.slug ?? null;
  // A third one replaces the one that was selected first.
  const choose = (slug: string) =>
    setChosen(chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug].slice(-2));
  const compare = (one: string, other: string) => {
    const [before = one, after = other] = [one, other].sort();
    showComparison(tab.id, { before, after, rows: null });
  };
  const [one, other] = chosen;
  const compareChosen = () => one !== undefined && other !== undefined && compare(one, other);
  return (
    <div className={sheetStyles.sheet}>
      {versions.length > 1 && <Timeline versions={versions} unchanged={unchanged} chosen={shown} onChoose={setShown} />}
      <div className={sheetStyles.bar}>
        {versions.length > 1 && <CompareButton chosen={chosen} onCompare={compareChosen} />}
        <PublishButton reference={tab.reference} />
      </div>
      <VersionTable
        label={t('versions.table', { name: dataset.label })}
        versions={versions}
        newest={newest}
        open={tab.query.version ?? newest}
        shown={shown}
        chosen={chosen}
        onChoose={choose}
        onOpen={(slug) => openWithFocus(tab.reference, tab.label, slug === newest ? null : slug)}
        onCompare={compare}
        onCompareChosen={compareChosen}
        onExport={(version) => exportVersion(tab, dataset, version, newest)}
        onCite={setCited}
        onDelete={onDelete}
        checkOf={checkOf}
        removed={removed}
      />
      {cited !== null && <CiteDialog dataset={dataset} version={cited} onClose={() => setCited(null)} />}
    </div>
  );
}

function PublishButton({ reference }: { reference: DatasetReference }) {
  const { data: rights } = useQuery(rightsQuery({ kind: 'dataset', ...reference }));
  if (rights?.change === 'no' || !can('publish')) return null;
  return (
    <PlainButton
      text={t('publish.into')}
      variant="subtle"
      size="compact-sm"
      ms="auto"
      leftSection={<IconFileUpload size={14} stroke={1.5} aria-hidden />}
      onClick={() => askToPublish([], reference)}
    />
  );
}

function CompareButton({ chosen, onCompare }: { chosen: readonly string[]; onCompare: () => void }) {
  return (
    <>
      <PlainButton
        text={t('versions.compare')}
        size="compact-sm"
        leftSection={<IconArrowsDiff size={14} stroke={1.5} aria-hidden />}
        disabled={chosen.length < 2}
        onClick={onCompare}
      />
      <span className="quiet" role="status">
        {chosen.length === 0 ? t('versions.compareHint') : t('versions.chosen', { count: chosen.length })}
      </span>
    </>
  );
}

function exportVersion(tab: DatasetTab, dataset: Dataset, { version, schema }: KnownVersion, newest: string | null) {
  const described = new Map(dataset.columns.map((column) => [column.name, column]));
  const own = schema?.map(({ name, type }) => ({ description: '', label: name, ...described.get(name), name, type }));
  const { reference, label } = tab;
  const query = { ...everyRow, version: version.slug === newest ? null : version.slug };
  const subject = { reference, label, columns: own ?? dataset.columns, query, selection: [] };
  openDialog({ kind: 'export', subject });
}
