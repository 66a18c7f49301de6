import { Flex, Modal, Skeleton, Tabs } from '@mantine/core';
import {
  IconBell,
  IconCalendarTime,
  IconDatabase,
  IconNetwork,
  IconPalette,
  IconRss,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { automaticChecks, type FollowingSettings } from '#shared/rpc/shell/following-settings.ts';
import { reportFailure } from '../../backend/failure.ts';
import { changeShellSettings, shellSettingsQuery } from '../../backend/settings.ts';
import { shell } from '../../backend/shell.ts';
import { helpFor } from '../../lib/help.ts';
import { offeredSections, openDialog, openHelp, type SettingsSection, useDialog } from '../../state/dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { ChoiceField, SwitchField, TextField } from '../../ui/fields.tsx';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { AccountsSection, NestedForm } from './accounts-section.tsx';
import { AppearanceSection, DisplaySection } from './appearance-section.tsx';
import { ServiceSection } from './service-section.tsx';
import styles from './settings.module.css';
import { StorageSection } from './storage-section.tsx';

const pages: Readonly<Record<SettingsSection, { readonly icon: TablerIcon; readonly Page: ComponentType }>> = {
  appearance: { icon: IconPalette, Page: AppearanceSection },
  display: { icon: IconCalendarTime, Page: DisplaySection },
  service: { icon: IconNetwork, Page: ServiceSection },
  accounts: { icon: IconUsers, Page: AccountsSection },
  storage: { icon: IconDatabase, Page: StorageSection },
  following: { icon: IconRss, Page: FollowingSection },
  general: { icon: IconBell, Page: GeneralSection },
};

/** The settings dialog, with a page per topic. */
export function SettingsDialog() {
  const { dialog, layer } = useDialog('program');
  const shown = dialog?.kind === 'settings' ? (dialog.section ?? 'appearance') : null;
  /** Closes the form that is open within a page. */
  const [leaveForm, setLeaveForm] = useState<(() => void) | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (leaveForm === null || event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // An open list handles the key itself, and marks the event.
    if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
      return;
    leaveForm();
  };
  const show = (value: string | null) => {
    const section = offeredSections().find((each) => each === value);
    if (section !== undefined) openDialog({ kind: 'settings', section });
  };
  return (
    <Modal
      {...helpFor('settings')}
      opened={shown !== null}
      {...layer}
      closeOnEscape={leaveForm === null}
      onKeyDown={onKeyDown}
      title={t('preferences.title')}
      size={860}
    >
      <Tabs orientation="vertical" value={shown} onChange={show} className={styles.settings}>
        <Tabs.List aria-label={t('preferences.sections')}>
          {offeredSections().map((section) => {
            const Icon = pages[section].icon;
            return (
              <Tabs.Tab
                key={section}
                value={section}
                leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
                {...(section === shown ? { 'data-autofocus': true } : {})}
              >
                {t(`preferences.${section}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        {offeredSections().map((section) => {
          const { Page } = pages[section];
          return (
            <Tabs.Panel key={section} value={section} className={styles.page} tabIndex={0}>
              <h3 className={styles.title}>{t(`preferences.${section}`)}</h3>
              <NestedForm value={setLeaveForm}>
                <Page />
              </NestedForm>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Modal>
  );
}

/** General settings: notifications and updates. */
function GeneralSection() {
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height={200} />;
  const change = (part: Parameters<typeof changeShellSettings>[0]) =>
    void changeShellSettings(part).catch(reportFailure);
  return (
    <div className={formStyles.form}>
      <SwitchField
        label={t('preferences.notifications')}
        checked={data.notifications}
        onChange={(checked) => change({ notifications: checked })}
      />
      <SwitchField
        label={t('preferences.updates')}
        description={t(data.canUpdate ? 'preferences.updatesHint' : 'preferences.updatesNone')}
        checked={data.canUpdate && data.updates}
        disabled={!data.canUpdate}
        onChange={(checked) => change({ updates: checked })}
      />
      <span>{t('preferences.version', { version: shell.version })}</span>
      <Flex wrap="wrap" gap="sm">
        <SmallButton text={t('help.reportCommand')} onClick={() => openHelp('report')} />
        <SmallButton text={t('help.releaseNotes')} onClick={() => openHelp('release-notes')} />
        <SmallButton text={t('preferences.licences')} onClick={() => openDialog({ kind: 'licences' })} />
      </Flex>
    </div>
  );
}

const defaultQuiet = { from: '22:00', to: '07:00' };

/** Settings of followed data: notifications, quiet hours, and automatic checks. */
function FollowingSection() {
  const { data, error, refetch } = useQuery(shellSettingsQuery);
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height={200} />;
  const { following, onBattery } = data;
  const { notify, quiet, automatic } = following;
  const change = (part: Partial<FollowingSettings>) =>
    void changeShellSettings({ following: { ...following, ...part } }).catch(reportFailure);
  return (
    <div className={formStyles.form}>
      <SwitchField
        label={t('preferences.changes')}
        description={t('preferences.changesHint')}
        checked={notify}
        onChange={(checked) => change({ notify: checked })}
      />
      <SwitchField
        label={t('preferences.quiet')}
        description={t('preferences.quietHint')}
        checked={quiet !== null}
        disabled={!notify}
        onChange={(checked) => change({ quiet: checked ? defaultQuiet : null })}
      />
      {quiet !== null && <QuietTimes quiet={quiet} disabled={!notify} onChange={(times) => change({ quiet: times })} />}
      <ChoiceField
        label={t('preferences.checks')}
        description={t('preferences.checksHint')}
        choices={automaticChecks}
        nameOf={(when) => t(`preferences.checks-${when}`)}
        value={automatic}
        onChange={(chosen) => change({ automatic: chosen })}
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
  const field = (name: 'from' | 'to', label: string) => (
    <TextField
      type="time"
      label={label}
      defaultValue={quiet[name]}
      disabled={disabled}
      // A field that has been cleared has no time.
      onChange={(text) => text !== '' && onChange({ ...quiet, [name]: text })}
    />
  );
  return (
    <Flex wrap="wrap" gap="lg">
      {field('from', t('preferences.quietFrom'))}
      {field('to', t('preferences.quietTo'))}
    </Flex>
  );
}
