import { Button, Flex, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '../../backend/failure.ts';
import { changeShellSettings, shellSettingsQuery } from '../../backend/settings.ts';
import { shell } from '../../backend/shell.ts';
import { openDialog, openHelp } from '../../state/dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FailureState } from '../../ui/states/states.tsx';

/** General settings: notifications and updates. */
export function GeneralSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height={200} />;
  const change = (part: Parameters<typeof changeShellSettings>[0]) =>
    void changeShellSettings(part).catch(reportFailure);
  return (
    <div className={formStyles.form}>
      <Switch
        label={t('preferences.notifications')}
        checked={data.notifications}
        onChange={(event) => change({ notifications: event.currentTarget.checked })}
      />
      <Switch
        label={t('preferences.updates')}
        description={t(data.canUpdate ? 'preferences.updatesHint' : 'preferences.updatesNone')}
        checked={data.canUpdate && data.updates}
        disabled={!data.canUpdate}
        onChange={(event) => change({ updates: event.currentTarget.checked })}
      />
      <span>{t('preferences.version', { version: shell.version })}</span>
      <Flex wrap="wrap" gap="sm">
        <Button variant="default" size="compact-xs" onClick={() => openHelp('report')}>
          {t('help.reportCommand')}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => openHelp('release-notes')}>
          {t('help.releaseNotes')}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => openDialog({ kind: 'licences' })}>
          {t('preferences.licences')}
        </Button>
      </Flex>
    </div>
  );
}
