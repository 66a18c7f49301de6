import { Button, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/failure.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { reportDiagnostics } from '../../api/window/licences.ts';
import { changeShellSettings, diagnosticsQuery, shellSettingsQuery } from '../../api/window/settings.ts';
import { shell } from '../../api/window/shell.ts';
import { openDialog } from '../../dialogs/dialogs.ts';
import { FailureState } from '../../ui/states/states.tsx';

/** General settings: notifications and updates. */
export function GeneralSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={failureOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={200} />;
  const change = (part: Parameters<typeof changeShellSettings>[0]) =>
    void changeShellSettings(part).catch(reportFailure);
  return (
    <div className="form">
      <Switch
        size="xs"
        label={t('preferences.notifications')}
        checked={data.notifications}
        onChange={(event) => change({ notifications: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t('preferences.updates')}
        description={t(data.canUpdate ? 'preferences.updatesHint' : 'preferences.updatesNone')}
        checked={data.canUpdate && data.updates}
        disabled={!data.canUpdate}
        onChange={(event) => change({ updates: event.currentTarget.checked })}
      />
      <span>{t('preferences.version', { version: shell.version })}</span>
      <Diagnostics />
      <div>
        <Button variant="default" size="compact-xs" onClick={() => openDialog({ kind: 'licences' })}>
          {t('preferences.licences')}
        </Button>
      </div>
    </div>
  );
}

function Diagnostics() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { data } = useQuery({ ...diagnosticsQuery, enabled: shown });
  return (
    <section className="form">
      <div>
        <h4 className="settings-part">{t('preferences.diagnostics')}</h4>
        <span className="quiet">{t('preferences.diagnosticsText')}</span>
      </div>
      <div className="settings-buttons">
        <Button variant="default" size="compact-xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t('preferences.diagnosticsShow')}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => void reportDiagnostics().catch(reportFailure)}>
          {t('preferences.diagnosticsSave')}
        </Button>
      </div>
      {shown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
        <pre className="settings-report mono" tabIndex={0}>
          {data ?? t('common.loading')}
        </pre>
      )}
    </section>
  );
}
