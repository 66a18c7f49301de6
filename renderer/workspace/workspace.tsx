import './workspace.css';
import { IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CataloguePane } from '../features/tree/catalogue-pane.tsx';
import { useSession } from '../session.ts';
import { useSettings } from '../settings.ts';
import { PaneDivider } from '../ui/pane-divider.tsx';
import { EmptyState } from '../ui/states.tsx';
import { DatasetPanel } from './dataset-panel.tsx';
import { StatusBar } from './status-bar.tsx';
import { TabStrip } from './tab-strip.tsx';

/** The window's layout: the catalogue at the left, open datasets in tabs, a line of status below. */
export function Workspace() {
  const { t } = useTranslation();
  const paneWidth = useSettings((settings) => settings.paneWidth);
  const active = useSession((session) => session.tabs.find((tab) => tab.id === session.activeTab));
  return (
    <div className="workspace">
      <div className="workspace-panes" style={{ gridTemplateColumns: `${paneWidth}px 1px minmax(0, 1fr)` }}>
        <CataloguePane />
        <PaneDivider
          label={t('common.resizePane')}
          width={paneWidth}
          least={180}
          most={600}
          onWidth={(width) => useSettings.setState({ paneWidth: width })}
        />
        <main className="workspace-main">
          <TabStrip />
          {active === undefined ? (
            <EmptyState
              icon={<IconTable size={32} stroke={1.2} aria-hidden />}
              title={t('app.emptyTitle')}
              text={t('app.emptyText')}
            />
          ) : (
            <DatasetPanel key={active.id} tab={active} />
          )}
        </main>
      </div>
      <StatusBar tab={active} />
    </div>
  );
}
