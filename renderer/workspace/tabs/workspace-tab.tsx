import { IconX } from '@tabler/icons-react';
import { t } from 'i18next';
import { type FocusEvent, lazy, memo, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatasetTab } from '../../state/tab.ts';
import { closeSide, showTab } from '../../state/tabs.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { DatasetPanel } from '../dataset-panel.tsx';
import styles from '../workspace.module.css';

const SqlPanel = lazy(async () => ({ default: (await import('../sql-panel.tsx')).SqlPanel }));

const ViewedFilePanel = lazy(async () => ({ default: (await import('../viewed-file-panel.tsx')).ViewedFilePanel }));

interface WorkspaceTabProps {
  readonly tab: DatasetTab;
  /** Whether it is on the screen; otherwise it only stays drawn. */
  readonly isShown: boolean;
  /** Whether commands and the status bar apply to it: it has the focus or the pointer. */
  readonly isActive: boolean;
  /** Whether it is one of two tabs side by side. */
  readonly isBeside: boolean;
}

/** A drawn tab. One that is shown again has the focus where it was, if a tab had it before. */
export function WorkspaceTab({ tab, isShown, isActive, isBeside }: WorkspaceTabProps) {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (isShown && document.activeElement?.closest('[inert]')) {
      focused.current?.focus({ preventScroll: true });
    }
  }, [isShown]);
  return (
    <div
      className={styles.tab}
      data-pane
      data-front={isActive || undefined}
      inert={!isShown}
      onFocusCapture={({ target }: FocusEvent<HTMLElement>) => {
        focused.current = target;
        if (!isActive) showTab(tab.id);
      }}
      {...(!isActive && { onPointerDownCapture: () => showTab(tab.id) })}
    >
      <Content tab={tab} />
      {isBeside && (
        <IconButton
          className={styles.tabClose}
          label={t('split.close')}
          onClick={() => closeSide(tab.id)}
          icon={IconX}
        />
      )}
    </div>
  );
}

/** A dataset, an unpublished file, or a statement with its result. Others are not rendered again when a tab is shown. */
const Content = memo(({ tab }: Pick<WorkspaceTabProps, 'tab'>) => {
  // In another language, everything is drawn again.
  useTranslation();
  if (tab.file === undefined) return <DatasetPanel tab={tab} />;
  return (
    <Suspense>
      {tab.statement === undefined ? (
        <ViewedFilePanel tab={tab} file={tab.file} />
      ) : (
        <SqlPanel tab={tab} statement={tab.statement} />
      )}
    </Suspense>
  );
});

/** Number of hidden tabs whose grids stay drawn. Each holds its drawn cells and up to twenty blocks of rows. */
const maxKept = 4;

/** The last tabs shown, newest first: those shown now and a few before them. */
export function recentTabs(recent: readonly string[], shown: readonly string[]): readonly string[] {
  return [...shown, ...recent.filter((id) => !shown.includes(id))].slice(0, shown.length + maxKept);
}

/**
 * The tabs to draw: those shown, and the grids shown last, so that returning to one takes no longer than a frame. Maps
 * and charts are not kept: they hold graphics memory. Nor is anything beside two tabs, whose size is another one.
 */
export function useDrawnTabs(tabs: readonly DatasetTab[], shown: readonly DatasetTab[]): readonly DatasetTab[] {
  const [recent, setRecent] = useState<readonly string[]>([]);
  const ids = recentTabs(
    recent,
    shown.map(({ id }) => id),
  );
  if (ids.join(' ') !== recent.join(' ')) setRecent(ids);
  if (shown.length > 1) return shown;
  return tabs.filter((tab) => shown.includes(tab) || (tab.view === 'rows' && ids.includes(tab.id)));
}
