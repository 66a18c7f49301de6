import { Button, NumberInput, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShellSettings } from '#shared/rpc/shell/shell-settings.ts';
import { storageQuery } from '../../../api/connections.ts';
import { failureOf } from '../../../api/failure.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { changeShellSettings, shellSettingsQuery, showPlace } from '../../../api/window/settings.ts';
import { openDialog } from '../../../dialogs/dialogs.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { Note } from '../../../ui/states/note.tsx';
import { FailureState } from '../../../ui/states/states.tsx';
import { BackupSection } from './backup-section.tsx';
import { RestoreSection } from './restore-section.tsx';
import { TransferSection } from './transfer-section.tsx';

const places = [
  ['data', 'locationData'],
  ['config', 'locationConfig'],
  ['cache', 'locationCache'],
  ['logs', 'locationLogs'],
] as const;

/** The folders in use, and their size. */
export function StorageSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={240} />;
  return (
    <div className="form">
      <section className="settings-accounts">
        <h4 className="settings-part">{t('preferences.keychain')}</h4>
        <Keychain />
      </section>
      <section>
        <h4 className="settings-part">{t('preferences.storageLocations')}</h4>
        <ul className="settings-list">
          {places.map(([folder, name]) => (
            <li key={folder} className="settings-line">
              <div className="settings-words">
                <span>{t(`preferences.${name}`)}</span>
                <span className="mono">{data.places[folder]}</span>
              </div>
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t('preferences.showFolderOf', { what: t(`preferences.${name}`) })}
                onClick={() => void showPlace(folder).catch(reportFailure)}
              >
                {t('preferences.showFolder')}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <CacheField key={data.cacheMegabytes} settings={data} />
      <BackupSection />
      <RestoreSection />
      <TransferSection />
    </div>
  );
}

function Keychain() {
  const { t } = useTranslation();
  const { data: storage } = useQuery(storageQuery);
  return (
    <div className="form">
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
