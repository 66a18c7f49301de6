import { Modal, Textarea, TextInput } from '@mantine/core';
import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { rightsQuery } from '../../backend/editing.ts';
import { keys } from '../../backend/keys.ts';
import { outlineQuery, type ProfileScope } from '../../backend/statistics.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { type DatasetTab, takeRequestedColumn } from '../../state/tab.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { EmptyState } from '../../ui/states/states.tsx';
import { ColumnTable } from './column-table.tsx';
import { ColumnsBar, useReading } from './columns-bar.tsx';
import { columnsOfVersion, narrows } from './version-columns.ts';

function holds(column: DataColumn, search: string): boolean {
  return isFound(wordsOf(search), findable(column.label, column.name, column.description));
}

interface ColumnsViewProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The tab's conditions, as removable chips. */
  readonly chips: ReactNode;
}

/** The schema of a dataset and its values: a line per column, in order. */
export function ColumnsView({ tab, details, chips }: ColumnsViewProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [ofView, setOfView] = useState(false);
  const [edited, setEdited] = useState<DataColumn | null>(null);
  /** The column that the view was opened for. */
  const [marked] = useState(() => takeRequestedColumn(tab.id));
  const { reference, query } = tab;
  const newest = newestVersion(details.dataset);
  const { data: outline } = useQuery(outlineQuery(reference, query.version, newest));
  const { data: rights } = useQuery(rightsQuery({ kind: 'dataset', ...reference }));
  const columns = columnsOfVersion(describedColumns(details.dataset, query.version), outline ?? null);
  const filtered = ofView && narrows(query);
  const known = useKnownProfile(reference);
  const reading = useReading(columns.length, reference, known);
  if (columns.length === 0) return <EmptyState title={t('columns.emptyTitle')} text={t('columns.emptyText')} />;
  const scope: ProfileScope = {
    reference,
    query: filtered ? query : { ...everyRow, version: query.version },
    newest,
    rows: reading.rows,
  };
  const found = columns.map((column, position) => ({ column, position })).filter(({ column }) => holds(column, search));
  return (
    <div className={sheetStyles.sheet}>
      <ColumnsBar
        tab={tab}
        search={search}
        onSearch={setSearch}
        found={found.length}
        profile={known()}
        reading={reading}
        scope={scope}
        ofView={filtered}
        onOfView={setOfView}
      />
      {chips}
      {found.length === 0 ? (
        <EmptyState title={t('columns.noMatch', { text: search })} text="" />
      ) : (
        <ColumnTable
          tab={tab}
          found={found}
          marked={marked}
          scope={scope}
          outlines={outline ?? null}
          isStopped={reading.isStopped}
          onEdit={(rights?.change ?? 'no') === 'no' ? null : setEdited}
        />
      )}
      {edited !== null && <ColumnEditor reference={reference} column={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

/** The latest of the profiles on screen, which has the number of rows read; those known before are not read again. */
function useKnownProfile(reference: DatasetTab['reference']): () => ColumnProfile | null {
  const cache = useQueryClient().getQueryCache();
  const known = useCallback(() => {
    const made = cache.findAll({ queryKey: keys.profile(reference), type: 'active' });
    const newest = made.reduce<(typeof made)[number] | null>(
      (last, one) =>
        one.state.data !== undefined && one.state.dataUpdatedAt > (last?.state.dataUpdatedAt ?? 0) ? one : last,
      null,
    );
    return (newest?.state.data as ColumnProfile | undefined) ?? null;
  }, [cache, reference]);
  const subscribe = useCallback((notify: () => void) => cache.subscribe(notifyManager.batchCalls(notify)), [cache]);
  useSyncExternalStore(subscribe, known);
  return known;
}

interface ColumnEditorProps {
  readonly reference: DatasetReference;
  readonly column: Column;
  readonly onClose: () => void;
}

/** Edits a column's label and description for all readers of the dataset. */
function ColumnEditor({ reference, column, onClose }: ColumnEditorProps) {
  const { t } = useTranslation();
  const [label, setLabel] = useState(column.label);
  const [description, setDescription] = useState(column.description);
  const [tried, setTried] = useState(false);
  const texts = { label: label.trim(), description: description.trim() };
  const save = useMutation({
    mutationFn: () => change('describeColumn', { reference, column: column.name, ...texts }),
    onSuccess: onClose,
  });
  const submit = () => {
    setTried(true);
    if (texts.label !== '') save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('columns.editTitle', { column: column.name })} size="md">
      <MutationForm action={t('columns.save')} sending={save} onSubmit={submit} onCancel={onClose}>
        <TextInput
          label={t('columns.label')}
          value={label}
          maxLength={255}
          data-autofocus
          error={tried && texts.label === '' ? t('columns.labelMissing') : null}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <Textarea
          label={t('columns.description')}
          value={description}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </MutationForm>
    </Modal>
  );
}
