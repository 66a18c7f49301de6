import { Flex } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedKeys } from '#shared/shortcuts.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './groups.module.css';

/** Whether there are steps to undo and to redo, and what does so. */
interface UndoSteps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

interface GroupViewProps {
  /** The undo steps of the tab. */
  readonly steps: UndoSteps;
  readonly label: string;
  /** The tab's conditions, as removable chips. */
  readonly chips: ReactNode;
  /** The columns to choose from, and the settings. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** A view of groups: columns and settings on one side, the result on the other. */
export function GroupView({ steps, label, chips, side, children }: GroupViewProps) {
  // Text fields handle these keys themselves.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (isPressed(event, 'undoView')) steps.undo();
    else if (isPressed(event, 'redoView')) steps.redo();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for undoing work wherever the focus is in it.
    <div className={styles.view} onKeyDown={onKeyDown}>
      <aside className={styles.side}>
        <UndoBar steps={steps} label={label} />
        {side}
      </aside>
      <div className={styles.main}>
        {chips}
        {children}
      </div>
    </div>
  );
}

interface UndoBarProps {
  readonly steps: UndoSteps;
  /** What the steps apply to. */
  readonly label: string;
}

/** Undo and redo buttons for a view of a tab. */
export function UndoBar({ steps, label }: UndoBarProps) {
  const { t } = useTranslation();
  return (
    <Flex gap="xs" role="toolbar" aria-label={label}>
      <IconButton
        label={t('common.undo')}
        keys={fixedKeys.undoView}
        disabled={!steps.canUndo}
        onClick={steps.undo}
        icon={IconArrowBackUp}
      />
      <IconButton
        label={t('common.redo')}
        keys={fixedKeys.redoView}
        disabled={!steps.canRedo}
        onClick={steps.redo}
        icon={IconArrowForwardUp}
      />
    </Flex>
  );
}
