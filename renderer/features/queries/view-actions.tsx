import { IconBookmark, IconBookmarkFilled, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openQueryDialog } from '../../dialogs/query-dialogs.ts';
import type { DatasetTab } from '../../state/session.ts';
import { useShortcuts } from '../../state/settings.ts';
import { copyLinkToTab } from '../../state/share-view.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from './queries.module.css';
import { SavedMenu } from './saved-menu.tsx';
import { useEdited } from './use-edited.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Saves and shares a tab's view, and shows the name of its saved query. */
export function ViewActions({ tab }: { tab: DatasetTab }) {
  const { t } = useTranslation();
  const keysOf = useShortcuts();
  const isEdited = useEdited(tab);
  const isSavedAsShown = tab.saved !== null && !isEdited;
  return (
    <div className={styles.viewActions}>
      {tab.saved !== null && <SavedMenu tab={tab} saved={tab.saved} isEdited={isEdited} />}
      <IconButton
        label={t('queries.save')}
        keys={keysOf('save-view')}
        onClick={() => openQueryDialog({ kind: 'save', tab: tab.id })}
        icon={isSavedAsShown ? <IconBookmarkFilled {...icon} /> : <IconBookmark {...icon} />}
      />
      <IconButton
        label={t('share.copy')}
        keys={keysOf('copy-link')}
        onClick={() => void copyLinkToTab(t, tab.id)}
        icon={<IconLink {...icon} />}
      />
    </div>
  );
}
