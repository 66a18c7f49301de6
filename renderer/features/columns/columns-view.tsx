import { Modal, Select, Textarea, TextInput } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useIsFetching, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import type { Column } from '#shared/api/column.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { everyRow, selectsRows } from '#shared/row-query.ts';
import type { ColumnOutline } from '#shared/rpc/calls/insight.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { codeListsQuery } from '../../backend/codes.ts';
import { rightsQuery } from '../../backend/editing.ts';
import { namespacesQuery } from '../../backend/records.ts';
import {
  outlineQuery,
  type ProfileScope,
  profileKey,
  profileQuery,
  useProfileProgress,
} from '../../backend/statistics.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { shownFromSeconds } from '../../lib/format/duration.ts';
import { formatCount } from '../../lib/format/format.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import { type DatasetTab, showView, takeRequestedColumn } from '../../state/tab.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';
import { PlainButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import { SearchField } from '../../ui/actions/search-field.tsx';
import { Segments } from '../../ui/fields.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import { EmptyState } from '../../ui/states/states.tsx';
import { ColumnTable } from './column-table.tsx';
import styles from './columns.module.css';

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
  const filtered = ofView && selectsRows(query);
  const ofRows = filtered ? query : { ...everyRow, version: query.version };
  const reading = useReading(columns, { reference, query: ofRows, newest });
  if (columns.length === 0) return <EmptyState title={t('columns.emptyTitle')} text={t('columns.emptyText')} />;
  const found = columns.map((column, position) => ({ column, position })).filter(({ column }) => holds(column, search));
  return (
    <div className={sheetStyles.sheet}>
      <ColumnsBar
        tab={tab}
        search={search}
        onSearch={setSearch}
        found={found.length}
        reading={reading}
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
          scope={reading.scope}
          outlines={outline ?? null}
          isStopped={reading.isStopped}
          onEdit={(rights?.change ?? 'no') === 'no' ? null : setEdited}
        />
      )}
      {edited !== null && <ColumnEditor reference={reference} column={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

interface ColumnEditorProps {
  readonly reference: DatasetReference;
  readonly column: Column;
  readonly onClose: () => void;
}

/** Edits a column's label and description for all readers of the dataset. */
function ColumnEditor({ reference, column, onClose }: ColumnEditorProps) {
  const [label, setLabel] = useState(column.label);
  const [description, setDescription] = useState(column.description);
  const [tried, setTried] = useState(false);
  const texts = { label: label.trim(), description: description.trim() };
  const { data: lists = null } = useQuery(codeListsQuery(reference));
  const known = lists?.find(({ columns }) => columns.includes(column.name))?.list ?? null;
  const [chosen, setChosen] = useState<DatasetName | null>();
  const list = chosen === undefined ? known : chosen;
  const save = useMutation({
    mutationFn: async () => {
      // A dataset that is no code list is refused, and nothing is changed then.
      if (chosen !== undefined) await change('changeCodeList', { reference, column: column.name, list: chosen });
      await change('describeColumn', { reference, column: column.name, ...texts });
    },
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
        {lists !== null && column.type !== 'float' && column.type !== 'geometry' && (
          <CodeListField connection={reference.connection} list={list} onChange={setChosen} />
        )}
      </MutationForm>
    </Modal>
  );
}

interface CodeListFieldProps {
  readonly connection: string;
  readonly list: DatasetName | null;
  readonly onChange: (list: DatasetName | null) => void;
}

/** The dataset that lists the codes of a column. */
function CodeListField({ connection, list, onChange }: CodeListFieldProps) {
  const { data: namespaces = [] } = useQuery(namespacesQuery(connection));
  const pathOf = ({ namespace, dataset }: DatasetName) => `${namespace}/${dataset}`;
  const all = namespaces.flatMap(({ slug: namespace, label, datasets }) =>
    datasets.map(({ slug: dataset, label: own }) => ({
      name: { namespace, dataset },
      text: `${label || namespace} / ${own || dataset}`,
    })),
  );
  const chosen = list === null || all.some(({ name }) => pathOf(name) === pathOf(list)) ? [] : [pathOf(list)];
  return (
    <Select
      label={t('codes.list')}
      description={t('codes.listHint')}
      data={[
        { value: '', label: t('codes.none') },
        ...chosen,
        ...all.map(({ name, text }) => ({ value: pathOf(name), label: text })),
      ]}
      value={list === null ? '' : pathOf(list)}
      searchable
      allowDeselect={false}
      limit={maxOffered}
      onChange={(path) => onChange(all.find(({ name }) => pathOf(name) === path)?.name ?? null)}
    />
  );
}

/** Datasets that are offered at once; typing finds others. */
const maxOffered = 200;

interface ColumnsBarProps {
  readonly tab: DatasetTab;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Number of columns shown. */
  readonly found: number;
  readonly reading: ProfileReading;
  /** Whether the profiles only cover the filtered rows. */
  readonly ofView: boolean;
  readonly onOfView: (ofView: boolean) => void;
}

/** The toolbar above the columns: search, names, which rows the profiles cover, and how many were read. */
function ColumnsBar(props: ColumnsBarProps) {
  const { tab, search, onSearch, found, reading, ofView, onOfView } = props;
  const called = useSettings((settings) => settings.columnsBy);
  const filtered = selectsRows(tab.query);
  return (
    <div className={sheetStyles.bar}>
      <SearchField label={t('columns.search')} text={search} onText={onSearch} w={220} />
      <Segments
        aria-label={t('columns.called')}
        choices={['label', 'name']}
        nameOf={(by) => t(by === 'label' ? 'columns.byLabel' : 'columns.byName')}
        value={called}
        onChange={(columnsBy) => useSettings.setState({ columnsBy })}
      />
      {filtered && (
        <>
          <Segments
            aria-label={t('profile.scope')}
            choices={[false, true]}
            nameOf={(filteredOnly) => t(filteredOnly ? 'profile.filteredRows' : 'profile.allRows')}
            value={ofView}
            onChange={onOfView}
          />
          <PlainButton
            text={t('profile.showRows')}
            size="compact-sm"
            leftSection={<IconTable size={14} stroke={1.5} aria-hidden />}
            onClick={() => showView(tab.id, 'rows')}
          />
        </>
      )}
      <span className="quiet">{t('common.columns', { count: found })}</span>
      <ReadSoFar {...reading} />
      <CalculatedNow {...reading} />
    </div>
  );
}

/** The number of rows that the profiles cover, and a way to read more. */
function ReadSoFar({ profile, isStopped, goesOn, setGoesOn }: ProfileReading) {
  if (profile === null) {
    return (
      <span className={`quiet ${styles.profileRead}`}>{t(isStopped ? 'profile.stopped' : 'profile.reading')}</span>
    );
  }
  const { rows, of } = profile;
  const whole = of !== null && rows >= of;
  const words = whole
    ? t('profile.readAll', { count: rows })
    : of === null
      ? t('profile.readUnknown', { read: rows })
      : t('profile.readSome', { read: rows, count: of });
  return (
    <>
      <span className={`quiet ${styles.profileRead}`} role="status">
        {words}
      </span>
      {!whole && <SmallButton text={t(goesOn ? 'profile.stop' : 'profile.more')} onClick={() => setGoesOn(!goesOn)} />}
    </>
  );
}

/** How fast the service calculates profiles, if it reports that, and a button that stops it. */
function CalculatedNow({ scope, isStopped, pause, resume }: ProfileReading) {
  const locale = useLocale();
  const running = useProfileProgress(scope).filter(({ seconds }) => seconds >= shownFromSeconds);
  if (isStopped) {
    return <SmallButton text={t('profile.resume')} onClick={resume} />;
  }
  if (running.length === 0) return null;
  const rate = running.reduce((sum, { rows, fraction, seconds }) => sum + (rows * (fraction ?? 0)) / seconds, 0);
  return (
    <>
      {rate > 0 && (
        <span className="quiet">{t('jobs.perSecond', { rows: formatCount(Math.round(rate), locale) })}</span>
      )}
      <SmallButton text={t('profile.stop')} onClick={pause} />
    </>
  );
}

/** Number of values read for a first profile, and of rows read between updates. */
const [firstCells, step] = [400_000, 20_000];

/** Number of rows to read first: fewer if there are many columns. */
function firstRows(columns: number): number {
  return Math.max(200, Math.min(10_000, Math.floor(firstCells / Math.max(1, columns))));
}

type ProfileReading = ReturnType<typeof useReading>;

/** Reads the rows of profiles step by step, so that they grow visibly and reading can be stopped at any time. */
function useReading(columns: readonly DataColumn[], ofRows: Omit<ProfileScope, 'rows'>) {
  const [rows, setRows] = useState(() => firstRows(columns.length));
  const [goesOn, setGoesOn] = useState(false);
  const [isStopped, setIsStopped] = useState(false);
  const client = useQueryClient();
  const scope: ProfileScope = { ...ofRows, rows };
  const queryKey = profileKey(scope.reference);
  const busy = useIsFetching({ queryKey }) > 0;
  // The profiles of all columns cover the same rows.
  const first = { ...profileQuery(scope, columns[0]?.name ?? ''), enabled: columns.length > 0 && !isStopped };
  const { data: profile = null } = useQuery(first);
  useEffect(() => {
    if (!goesOn || busy) return;
    if (profile !== null && (profile.of === null || profile.rows < profile.of)) setRows((before) => before + step);
    else setGoesOn(false);
  }, [goesOn, busy, profile]);
  const pause = () => {
    setIsStopped(true);
    void client.cancelQueries({ queryKey });
  };
  return { scope, profile, goesOn, setGoesOn, isStopped, pause, resume: () => setIsStopped(false) };
}

/**
 * The columns of a version: a dataset's record only describes those of its newest one; labels are matched by name.
 * @param outlines of the version, if its service provides them
 */
export function columnsOfVersion(
  newest: readonly DataColumn[],
  outlines: readonly ColumnOutline[] | null,
): readonly DataColumn[] {
  if (outlines === null) return newest;
  const described = new Map(newest.map((column) => [column.name, column]));
  return outlines.map(({ column: name, type }) => ({
    description: '',
    label: name,
    ...described.get(name),
    name,
    type,
  }));
}
