import { Button } from '@mantine/core';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/rpc/records.ts';
import { chooseFile, chooseTarget } from '../../backend/files.ts';
import { callBackend } from '../../backend/port.ts';
import { connectionsQuery } from '../../backend/records.ts';
import { type Imported, importSettings } from '../../backend/settings.ts';
import { sessionWords, stateWords } from '../../lib/format/connection-state.ts';
import { asksForSignIn } from '../../lib/format/failure-texts.ts';
import { signInTo } from '../../state/dialogs.ts';
import { useWords } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { useKeyNames } from '../../ui/actions/keys.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import styles from './settings.module.css';

const importKey = ['import-settings'];

/** Writes settings and connections to a file, and reads them from one. */
function useTransfer() {
  const { t } = useTranslation();
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
  const { t } = useTranslation();
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
          <Button
            variant="default"
            size="compact-xs"
            loading={exporting.isPending}
            disabled={importing.isPending}
            onClick={() => start(exporting)}
          >
            {t('preferences.export')}
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            loading={importing.isPending}
            disabled={exporting.isPending}
            onClick={() => start(importing)}
          >
            {t('preferences.import')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The imported connections, which of them require signing in, and the shortcuts that were refused. */
function ImportedNotes({ imported: { added, present, settings, refused } }: { imported: Imported }) {
  const { t, locale } = useWords();
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
  const { t } = useTranslation();
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
        <Button
          variant="default"
          size="compact-xs"
          aria-label={t('connections.signInTo', { name: name || address })}
          onClick={signInTo(id)}
        >
          {t('connections.signInMenu')}
        </Button>
      )}
    </li>
  );
}
