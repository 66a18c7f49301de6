import { Flex, Select, Skeleton, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { automaticChecks, type FollowingSettings } from '#shared/rpc/shell/following-settings.ts';
import { reportFailure } from '../../backend/failure.ts';
import { changeShellSettings, shellSettingsQuery } from '../../backend/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';

const checkNames = {
  always: 'preferences.checksAlways',
  mains: 'preferences.checksMains',
  never: 'preferences.checksNever',
} as const;

const defaultQuiet = { from: '22:00', to: '07:00' };

/** Settings of followed data: notifications, quiet hours, and automatic checks. */
export function FollowingSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height={200} />;
  const { following, onBattery } = data;
  const { notify, quiet, automatic } = following;
  const change = (part: Partial<FollowingSettings>) =>
    void changeShellSettings({ following: { ...following, ...part } }).catch(reportFailure);
  return (
    <div className={formStyles.form}>
      <Switch
        label={t('preferences.changes')}
        description={t('preferences.changesHint')}
        checked={notify}
        onChange={(event) => change({ notify: event.currentTarget.checked })}
      />
      <Switch
        label={t('preferences.quiet')}
        description={t('preferences.quietHint')}
        checked={quiet !== null}
        disabled={!notify}
        onChange={(event) => change({ quiet: event.currentTarget.checked ? defaultQuiet : null })}
      />
      {quiet !== null && <QuietTimes quiet={quiet} disabled={!notify} onChange={(times) => change({ quiet: times })} />}
      <Select
        label={t('preferences.checks')}
        description={t('preferences.checksHint')}
        data={automaticChecks.map((value) => ({ value, label: t(checkNames[value]) }))}
        value={automatic}
        allowDeselect={false}
        onChange={(chosen) => chosen !== null && change({ automatic: chosen })}
      />
      {automatic === 'mains' && onBattery && <Note tone="plain">{t('preferences.checksOnBattery')}</Note>}
    </div>
  );
}

interface QuietTimesProps {
  readonly quiet: typeof defaultQuiet;
  readonly disabled: boolean;
  readonly onChange: (quiet: typeof defaultQuiet) => void;
}

function QuietTimes({ quiet, disabled, onChange }: QuietTimesProps) {
  const { t } = useTranslation();
  const field = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="time"
      label={label}
      defaultValue={quiet[name]}
      disabled={disabled}
      // A field that has been cleared has no time.
      onChange={({ currentTarget: { value } }) => value !== '' && onChange({ ...quiet, [name]: value })}
    />
  );
  return (
    <Flex wrap="wrap" gap="lg">
      {field('from', t('preferences.quietFrom'))}
      {field('to', t('preferences.quietTo'))}
    </Flex>
  );
}
