import { Button, NumberInput, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trashDays } from '#shared/api/records/trash.ts';
import type { ShellSettings } from '#shared/rpc/shell/shell-settings.ts';
import { change } from '../../backend/changes.ts';
import { trashQuery } from '../../backend/editing.ts';
import { reportFailure } from '../../backend/failure.ts';
import { storageQuery, useThisComputer } from '../../backend/records.ts';
import { changeShellSettings, shellSettingsQuery } from '../../backend/settings.ts';
import { shell } from '../../backend/shell.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useWords } from '../../state/settings.ts';
import { EmptyTrash } from '../../ui/actions/empty-trash.tsx';
import formStyles from '../../ui/actions/form.module.css';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { BackupSection, RestoreSection } from './backup-section.tsx';
import styles from './settings.module.css';
import { TransferSection } from './transfer-section.tsx';

const places = [
  ['data', 'locationData'],
  ['config', 'locationConfig'],
  ['cache', 'locationCache'],
  ['logs', 'locationLogs'],
] as const;

/** The folders in use, the trash, and copies of the store. */
export function StorageSection() {
  const { t } = useTranslation();
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
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t('preferences.showFolderOf', { what: t(`preferences.${name}`) })}
                onClick={() => void shell.call('showOwnFolder', { folder }).catch(reportFailure)}
              >
                {t('preferences.showFolder')}
              </Button>
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
  const { t, locale } = useWords();
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
  const { t } = useTranslation();
  const { data: storage } = useQuery(storageQuery);
  return (
    <div className={formStyles.form}>
      {storage === undefined && <Skeleton height={38} />}
      {storage?.keychain.kind === 'system' && <Note tone="good">{t('preferences.keychainSystem')}</Note>}
      {storage?.keychain.kind === 'none' && (
        <Note tone="warning">{t('preferences.keychainNone', { reason: explained(t, storage.keychain.reason) })}</Note>
      )}
      <div>
        <Button variant="default" size="compact-xs" onClick={() => openDialog({ kind: 'connections' })}>
          {t('preferences.connections')}
        </Button>
      </div>
    </div>
  );
}

const maxMegabytes = 100_000;

function CacheField({ settings }: { settings: ShellSettings }) {
  const { t } = useTranslation();
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
