import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openQueryDialog } from '../../dialogs/query-dialogs.ts';
import { revertToSaved, updateSaved } from '../../state/edited-query.ts';
import type { DatasetTab, SavedMark } from '../../state/session.ts';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './queries.module.css';

interface SavedMenuProps {
  readonly tab: DatasetTab;
  readonly saved: SavedMark;
  readonly isEdited: boolean;
}

/**
 * The name of the saved query that a tab was opened from, whether the tab differs from it, and the resulting actions.
 */
export function SavedMenu({ tab, saved, isEdited }: SavedMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          className={styles.viewSaved}
          variant="subtle"
          color="gray"
          size="compact-xs"
          {...hint(t('queries.savedAs', { label: saved.label }))}
          rightSection={<IconChevronDown size={12} stroke={1.5} aria-hidden />}
        >
          <span className={styles.viewSavedName}>{saved.label}</span>
          {isEdited && <span className={styles.viewEdited}>{t('queries.edited')}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!isEdited} onClick={() => updateSaved(t, tab.id)}>
          {t('queries.update')}
        </Menu.Item>
        <Menu.Item onClick={() => openQueryDialog({ kind: 'save', tab: tab.id })}>{t('queries.saveAs')}</Menu.Item>
        <Menu.Item disabled={!isEdited} onClick={() => revertToSaved(t, tab.id)}>
          {t('queries.revert')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
