import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fixedKeys } from '#shared/shortcuts.ts';
import type { UndoMoves } from '../../lib/undo-steps.ts';
import { IconButton } from '../actions/icon-button.tsx';
import styles from './groups.module.css';

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
