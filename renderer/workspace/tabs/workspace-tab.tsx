import { type FocusEvent, lazy, memo, Suspense, useLayoutEffect, useRef } from 'react';
import { type DatasetTab, showTab } from '../../session/session.ts';
import { DatasetPanel } from '../dataset-panel.tsx';

const ViewedFilePanel = lazy(async () => ({ default: (await import('../viewed-file-panel.tsx')).ViewedFilePanel }));

interface WorkspaceTabProps {
  readonly tab: DatasetTab;
  /** Whether it is on the screen; otherwise it only stays drawn. */
  readonly isShown: boolean;
  /** Whether commands and the status bar apply to it: it has the focus or the pointer. */
  readonly isActive: boolean;
}

/** A drawn tab. One that is shown again has the focus where it was, if a tab had it before. */
export function WorkspaceTab({ tab, isShown, isActive }: WorkspaceTabProps) {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (isShown && document.activeElement?.closest('.workspace-tab[inert]')) {
      focused.current?.focus({ preventScroll: true });
    }
  }, [isShown]);
  return (
    <div
      className="workspace-tab"
      data-front={isActive || undefined}
      inert={!isShown}
      onFocusCapture={({ target }: FocusEvent<HTMLElement>) => {
        focused.current = target;
        if (!isActive) showTab(tab.id);
      }}
      {...(!isActive && { onPointerDownCapture: () => showTab(tab.id) })}
    >
      <Content tab={tab} />
    </div>
  );
}

/** A dataset, or an unpublished file. Others are not rendered again when a tab is shown. */
const Content = memo(({ tab }: Pick<WorkspaceTabProps, 'tab'>) => {
  if (tab.file === undefined) return <DatasetPanel tab={tab} />;
  return (
    <Suspense>
      <ViewedFilePanel tab={tab} file={tab.file} />
    </Suspense>
  );
});
