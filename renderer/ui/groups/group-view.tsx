import type { KeyboardEvent, ReactNode } from 'react';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import type { UndoMoves } from '../../lib/undo-steps.ts';
import styles from './groups.module.css';
import { UndoBar } from './undo-bar.tsx';

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
