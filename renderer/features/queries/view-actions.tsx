import './queries.css';
import { IconBookmark, IconBookmarkFilled, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { shortcuts } from '#shared/shortcuts.ts';
import { queriesQuery } from '../../api/service/queries.ts';
import { openQueryDialog } from '../../dialogs/query-dialogs.ts';
import { sameView, viewOf } from '../../lib/query/saved-view.ts';
import type { DatasetTab } from '../../session/session.ts';
import { copyLinkToTab } from '../../session/share-view.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Whether a tab shows something else than the saved query that it belongs to; null where it belongs to none. */
function useChanged(tab: DatasetTab, details: DatasetDetails): boolean | null {
  const { data: queries } = useQuery({ ...queriesQuery(tab.reference.connection), enabled: tab.saved !== null });
  if (tab.saved === null) return null;
  const saved = queries?.find(({ url }) => url === tab.saved?.url);
  return saved?.asks.kind === 'view' && !sameView(viewOf(tab, details.dataset.columns), saved.asks.query);
}

/** Saving and sharing what a tab shows, with the name of the saved query that it belongs to. */
export function ViewActions({ tab, details }: { tab: DatasetTab; details: DatasetDetails }) {
  const { t } = useTranslation();
  const changed = useChanged(tab, details);
  return (
    <div className="view-actions">
      {tab.saved !== null && (
        <span className="view-saved" title={t('queries.savedAs', { label: tab.saved.label })}>
          <span className="view-saved-name">{tab.saved.label}</span>
          {changed && <span className="quiet">{t('queries.changed')}</span>}
        </span>
      )}
      <IconButton
        label={t('queries.save')}
        keys={shortcuts['save-view']}
        onClick={() => openQueryDialog({ kind: 'save', tab: tab.id })}
        icon={tab.saved === null ? <IconBookmark {...icon} /> : <IconBookmarkFilled {...icon} />}
      />
      <IconButton label={t('share.copy')} onClick={() => void copyLinkToTab(t, tab.id)} icon={<IconLink {...icon} />} />
    </div>
  );
}
