import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedKeys } from '#shared/shortcuts.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import type { UndoMoves } from '../../lib/undo-steps.ts';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './groups.module.css';

interface GroupViewProps {
  readonly tab: string;
  /** The undo steps of the view. */
  readonly steps: UndoMoves;
  readonly label: string;
  /** The tab's conditions, as removable chips. */
  readonly chips: ReactNode;
  /** The columns to choose from, and the settings. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** A view of groups: columns and settings on one side, the result on the other. */
export function GroupView({ tab, steps, label, chips, side, children }: GroupViewProps) {
  // Text fields handle these keys themselves.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (isPressed(event, 'undoView')) steps.undo(tab);
    else if (isPressed(event, 'redoView')) steps.redo(tab);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for undoing work wherever the focus is in it.
    <div className={styles.view} onKeyDown={onKeyDown}>
      <aside className={styles.side}>
        <UndoBar tab={tab} steps={steps} label={label} />
        {side}
      </aside>
      <div className={styles.main}>
        {chips}
        {children}
      </div>
    </div>
  );
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

interface UndoBarProps {
  readonly tab: string;
  readonly steps: UndoMoves;
  /** What the steps apply to. */
  readonly label: string;
}

/** Undo and redo buttons for a view of a tab. */
export function UndoBar({ tab, steps, label }: UndoBarProps) {
  const { t } = useTranslation();
  const [canUndo, canRedo] = steps.useOpen(tab);
  return (
    <div className={styles.undoBar} role="toolbar" aria-label={label}>
      <IconButton
        label={t('common.undo')}
        keys={fixedKeys.undoView}
        disabled={!canUndo}
        onClick={() => steps.undo(tab)}
        icon={<IconArrowBackUp {...icon} />}
      />
      <IconButton
        label={t('common.redo')}
        keys={fixedKeys.redoView}
        disabled={!canRedo}
        onClick={() => steps.redo(tab)}
        icon={<IconArrowForwardUp {...icon} />}
      />
    </div>
  );
}
