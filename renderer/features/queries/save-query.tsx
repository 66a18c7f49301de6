import { Button, Radio, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { RowQuery } from '#shared/row-query.ts';
import type { Connection, DatasetDetails } from '#shared/rpc/records.ts';
import { changeSavedQuery, saveQuery } from '../../backend/queries.ts';
import { datasetQuery, useConnection } from '../../backend/records.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { queryParts } from '../../lib/query/query-text.ts';
import { viewOf } from '../../lib/query/saved-view.ts';
import { closeDialog, closerOf, type NamedChart } from '../../state/dialogs.ts';
import { type DatasetTab, type SavedMark, setSaved, useTabs } from '../../state/tab.ts';
import formStyles from '../../ui/actions/form.module.css';
import { formHandler } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { LostParts } from './incomplete-view.tsx';
import styles from './queries.module.css';
import { QueryFailure, SignInButton } from './run-query.tsx';

/**
 * The form that saves a tab's view: as a new query, or overwriting the one that the tab was opened from. A chart
 * becomes its own query.
 */
export function SaveQuery({ tab, drawn }: { tab: string; drawn: NamedChart | undefined }) {
  const found = useTabs((session) => session.tabs.find((each) => each.id === tab));
  const reference = found?.reference ?? { connection: '', namespace: '', dataset: '' };
  const { data: details, error, refetch } = useQuery({ ...datasetQuery(reference), enabled: found !== undefined });
  const connection = useConnection(reference.connection);
  if (details === undefined && error !== null) {
    return <FailureState failure={error} onRetry={refetch} />;
  }
  if (found === undefined || details === undefined || connection === undefined) return null;
  return <SaveForm tab={found} details={details} connection={connection} drawn={drawn} />;
}

interface SaveFormProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  readonly connection: Connection;
  readonly drawn: NamedChart | undefined;
}

function newestOf({ dataset }: DatasetDetails): string | null {
  return dataset.versions.find(({ ready, slug }) => ready && slug !== '')?.slug ?? null;
}

/** Saves a view under a label: as a new query, or in place of the one before. */
function useSave(
  { id, reference }: DatasetTab,
  before: SavedMark | null,
  drawn: NamedChart | undefined,
  { label, query }: { readonly label: string; readonly query: RowQuery },
) {
  return useMutation({
    mutationFn: (inPlace: boolean) =>
      inPlace && before !== null
        ? changeSavedQuery({ url: before.url, reference }, { label, query })
        : saveQuery(reference, label, query, drawn && { chart: drawn.chart, groups: drawn.groups }),
    onMutate: () => closerOf('queries'),
    onSuccess({ query: saved, notKept }, _sent, close) {
      if (drawn === undefined) setSaved(id, { url: saved.url, label: saved.label });
      if (notKept.length > 0) return;
      close();
      notifications.show({ message: t('queries.saved', { label: saved.label }) });
    },
  });
}

function SaveForm({ tab, details, connection, drawn }: SaveFormProps) {
  const { columns } = details.dataset;
  const view = drawn === undefined ? viewOf(tab, columns) : { ...tab.query, ordering: [], fields: null };
  const before = drawn === undefined ? tab.saved : null;
  const pinTo = view.version ?? newestOf(details);
  const [label, setLabel] = useState(drawn?.title ?? before?.label ?? '');
  const [pinned, setPinned] = useState(view.version !== null);
  const [tried, setTried] = useState(false);
  const query: RowQuery = { ...view, version: pinned ? pinTo : null };
  const save = useSave(tab, before, drawn, { label: label.trim(), query });
  const start = (inPlace: boolean) => {
    setTried(true);
    if (label.trim() !== '') save.mutate(inPlace);
  };
  if (save.data !== undefined) return <LostParts parts={save.data.notKept} service={connectionName(t, connection)} />;
  const anonymous = connection.capabilities.signIn && connection.session.kind !== 'signed-in';
  return (
    <form className={formStyles.form} onSubmit={formHandler(() => start(before !== null))} noValidate>
      {anonymous && (
        <Note tone="plain">
          <p>{t('queries.signInNeeded')}</p>
          <SignInButton connection={connection.id} />
        </Note>
      )}
      <TextField
        label={t('queries.label')}
        value={label}
        maxLength={255}
        data-autofocus
        error={tried && label.trim() === '' ? t('queries.labelMissing') : null}
        onChange={setLabel}
      />
      <SavedParts parts={queryParts(t, query, columns)} isChart={drawn !== undefined} />
      {pinTo !== null && <VersionChoice version={pinTo} pinned={pinned} onChange={setPinned} />}
      {save.error !== null && (
        <QueryFailure
          error={save.error}
          act={save.variables && before !== null ? 'change' : 'save'}
          connection={connection.id}
        />
      )}
      <div className={formStyles.actions}>
        <PlainButton text={t('common.cancel')} onClick={() => closeDialog('queries')} />
        {before !== null && (
          <Button variant="default" disabled={anonymous || save.isPending} onClick={() => start(false)}>
            {t('queries.newAction')}
          </Button>
        )}
        <Button type="submit" disabled={anonymous} loading={save.isPending}>
          {before === null ? t('queries.saveAction') : t('queries.replaceAction', { label: before.label })}
        </Button>
      </div>
    </form>
  );
}

function SavedParts({ parts, isChart }: { parts: readonly string[]; isChart: boolean }) {
  return (
    <section className={styles.kept} aria-label={t('queries.contents')}>
      <h3>{t('queries.contents')}</h3>
      {parts.length === 0 ? (
        <p>{t(isChart ? 'queries.contentsAll' : 'queries.contentsDefault')}</p>
      ) : (
        <ul>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
      {!isChart && <p className="quiet">{t('queries.notPart')}</p>}
    </section>
  );
}

function VersionChoice(props: { version: string; pinned: boolean; onChange: (pinned: boolean) => void }) {
  return (
    <Radio.Group
      label={t('queries.data')}
      value={props.pinned ? 'version' : 'newest'}
      onChange={(value) => props.onChange(value === 'version')}
    >
      <Stack gap="sm" pt="sm">
        <Radio value="newest" label={t('queries.dataNewest')} />
        <Radio
          value="version"
          label={t('queries.dataVersion')}
          description={t('queries.versionHint', { version: props.version })}
        />
      </Stack>
    </Radio.Group>
  );
}
