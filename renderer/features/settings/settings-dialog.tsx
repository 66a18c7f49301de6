import { Modal, Tabs } from '@mantine/core';
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
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { helpFor } from '../../lib/help.ts';
import { offeredSections, openDialog, type SettingsSection, useDialog } from '../../state/dialogs.ts';
import { AccountsSection, NestedForm } from './accounts-section.tsx';
import { AppearanceSection, DisplaySection } from './appearance-section.tsx';
import { FollowingSection } from './following-section.tsx';
import { GeneralSection } from './general-section.tsx';
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
  const { t } = useTranslation();
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
