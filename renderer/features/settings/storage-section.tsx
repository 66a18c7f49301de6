import { NumberInput, Skeleton } from '@mantine/core';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import { trashDays } from '#shared/api/records/trash.ts';
import type { Connection } from '#shared/rpc/records.ts';
import type { ShellSettings } from '#shared/rpc/shell/shell-settings.ts';
import { change } from '../../backend/changes.ts';
import { trashQuery } from '../../backend/editing.ts';
import { reportFailure } from '../../backend/failure.ts';
import { chooseFile, chooseTarget } from '../../backend/files.ts';
import { callBackend } from '../../backend/port.ts';
import { connectionsQuery, storageQuery, useThisComputer } from '../../backend/records.ts';
import { changeShellSettings, type Imported, importSettings, shellSettingsQuery } from '../../backend/settings.ts';
import { shell } from '../../backend/shell.ts';
import { sessionWords, stateWords } from '../../lib/format/connection-state.ts';
import { asksForSignIn, explained } from '../../lib/format/failure-texts.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { openDialog, signInTo } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { EmptyTrash } from '../../ui/actions/form-actions.tsx';
import { SmallButton, useKeyNames } from '../../ui/actions/icon-button.tsx';
import { FailureNote, Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { BackupSection, RestoreSection } from './backup-section.tsx';
import styles from './settings.module.css';

const places = [
  ['data', 'locationData'],
  ['config', 'locationConfig'],
  ['cache', 'locationCache'],
  ['logs', 'locationLogs'],
] as const;

/** The folders in use, the trash, and copies of the store. */
export function StorageSection() {
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height={240} />;
  return (
    <div className={formStyles.form}>
      <section className={styles.accounts}>
        <h4 className={styles.part}>{t('preferences.keychain')}</h4>
        <Keychain />
      </section>
      <section>
        <h4 className={styles.part}>{t('preferences.storageLocations')}</h4>
        <ul className={styles.list}>
          {places.map(([folder, name]) => (
            <li key={folder} className={styles.line}>
              <div className={styles.words}>
                <span>{t(`preferences.${name}`)}</span>
                <span className="mono">{data.places[folder]}</span>
              </div>
              <SmallButton
                text={t('preferences.showFolder')}
                aria-label={t('preferences.showFolderOf', { what: t(`preferences.${name}`) })}
                onClick={() => void shell.call('showOwnFolder', { folder }).catch(reportFailure)}
              />
            </li>
          ))}
        </ul>
      </section>
      <TrashPart />
      <CacheField key={data.cacheMegabytes} settings={data} />
      <BackupSection />
      <RestoreSection />
      <TransferSection />
    </div>
  );
}

/** What the trash of this computer's service takes. */
function TrashPart() {
  const locale = useLocale();
  const connection = useThisComputer()?.id ?? '';
  const { data: trash } = useQuery({ ...trashQuery(connection), enabled: connection !== '' });
  const empty = useMutation({
    mutationFn: () => change('emptyTrash', { connection, id: null }),
    onError: reportFailure,
  });
  if (trash === undefined || trash === null) return null;
  const size = formatBytes(
    trash.reduce((sum, { bytes }) => sum + bytes, 0),
    locale,
  );
  return (
    <section>
      <h4 className={styles.part}>{t('preferences.trash')}</h4>
      <div className={formStyles.form}>
        <p>
          {trash.length === 0
            ? t('editing.trashEmpty')
            : `${t('preferences.trashUse', { count: trash.length, size })} ${t('editing.trashText', { days: trashDays })}`}
        </p>
        {trash.length > 0 && (
          <EmptyTrash count={trash.length} size={size} busy={empty.isPending} onEmpty={() => empty.mutate()} />
        )}
      </div>
    </section>
  );
}

function Keychain() {
  const { data: storage } = useQuery(storageQuery);
  return (
    <div className={formStyles.form}>
      {storage === undefined && <Skeleton height={38} />}
      {storage?.keychain.kind === 'system' && <Note tone="good">{t('preferences.keychainSystem')}</Note>}
      {storage?.keychain.kind === 'none' && (
        <Note tone="warning">{t('preferences.keychainNone', { reason: explained(t, storage.keychain.reason) })}</Note>
      )}
      <div>
        <SmallButton text={t('preferences.connections')} onClick={() => openDialog({ kind: 'connections' })} />
      </div>
    </div>
  );
}

const maxMegabytes = 100_000;

function CacheField({ settings }: { settings: ShellSettings }) {
  const [megabytes, setMegabytes] = useState<number | string>(settings.cacheMegabytes);
  const valid =
    typeof megabytes === 'number' && Number.isInteger(megabytes) && megabytes >= 0 && megabytes <= maxMegabytes;
  const save = () => {
    if (valid) void changeShellSettings({ cacheMegabytes: megabytes }).catch(reportFailure);
  };
  return (
    <NumberInput
      label={t('preferences.cache')}
      description={t('preferences.cacheHint')}
      value={megabytes}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      thousandSeparator=" "
      error={valid ? null : t('preferences.cacheWrong')}
      onChange={setMegabytes}
      onBlur={save}
    />
  );
}

const importKey = ['import-settings'];

/** Writes settings and connections to a file, and reads them from one. */
function useTransfer() {
  const mutations = useQueryClient().getMutationCache();
  // The last import stays while the sign-in dialog is open.
  const imported = useMutationState({
    filters: { mutationKey: importKey, status: 'success' },
    select: ({ state }) => state.data as Imported | null,
  }).at(-1);
  const kinds = [{ name: t('preferences.transferKind'), extensions: ['json'] }];
  const exporting = useMutation({
    mutationFn: async () => {
      const target = await chooseTarget(t('preferences.exportChoose'), 'almanac-settings.json', kinds);
      return target === null ? null : { target, ...(await callBackend('exportSettings', { target })) };
    },
  });
  const importing = useMutation({
    mutationKey: importKey,
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: async () => {
      const source = await chooseFile(t('preferences.importChoose'), kinds);
      return source === null ? null : await importSettings(source);
    },
  });
  const start = ({ mutate }: { readonly mutate: () => void }) => {
    for (const each of [exporting, importing]) each.reset();
    for (const earlier of mutations.findAll({ mutationKey: importKey })) mutations.remove(earlier);
    mutate();
  };
  return { exporting, importing, imported, start };
}

/** Exports and imports settings and connections. */
export function TransferSection() {
  const { exporting, importing, imported, start } = useTransfer();
  const written = exporting.data ?? null;
  return (
    <section>
      <h4 className={styles.part}>{t('preferences.transfer')}</h4>
      <div className={formStyles.form}>
        <p>{t('preferences.transferText')}</p>
        <FailureNote failure={exporting.error ?? importing.error} />
        {written !== null && (
          <Note tone="good">{t('preferences.exported', { count: written.connections, file: written.target })}</Note>
        )}
        {imported != null && <ImportedNotes imported={imported} />}
        <div className={formStyles.actions}>
          <SmallButton
            text={t('preferences.export')}
            loading={exporting.isPending}
            disabled={importing.isPending}
            onClick={() => start(exporting)}
          />
          <SmallButton
            text={t('preferences.import')}
            loading={importing.isPending}
            disabled={exporting.isPending}
            onClick={() => start(importing)}
          />
        </div>
      </div>
    </section>
  );
}

/** The imported connections, which of them require signing in, and the shortcuts that were refused. */
function ImportedNotes({ imported: { added, present, settings, refused } }: { imported: Imported }) {
  const locale = useLocale();
  const namesOf = useKeyNames();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const lines = added.flatMap(({ id, needsSignIn }) => {
    const connection = connections.find((one) => one.id === id);
    return connection === undefined ? [] : [{ connection, needsSignIn }];
  });
  const keys = Object.entries(refused).map(([command, each]) => `${namesOf(each).join('+')} (${command})`);
  const counts = { settings: Object.keys(settings).length, added: added.length, present };
  return (
    <>
      <Note tone="good">{t('preferences.imported', counts)}</Note>
      {keys.length > 0 && (
        <Note tone="warning">
          {t('preferences.shortcutsRefused', { keys: new Intl.ListFormat(locale).format(keys) })}
        </Note>
      )}
      {lines.length > 0 && (
        <ul className={styles.list} aria-label={t('preferences.importedConnections')}>
          {lines.map(({ connection, needsSignIn }) => (
            <ImportedLine key={connection.id} connection={connection} needsSignIn={needsSignIn} />
          ))}
        </ul>
      )}
    </>
  );
}

function ImportedLine({ connection, needsSignIn }: { connection: Connection; needsSignIn: boolean }) {
  const { id, name, address, failure, session } = connection;
  const wantsSignIn = needsSignIn || (failure !== null && asksForSignIn(failure));
  const isOpen = wantsSignIn && session.kind !== 'signed-in';
  const words = isOpen ? [t('preferences.importedSignIn')] : [sessionWords(t, connection), stateWords(t, connection)];
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <span>{name || address}</span>
        <span className="mono">{address}</span>
        <span>{words.join(' · ')}</span>
      </div>
      {isOpen && (
        <SmallButton
          text={t('connections.signInMenu')}
          aria-label={t('connections.signInTo', { name: name || address })}
          onClick={signInTo(id)}
        />
      )}
    </li>
  );
}
