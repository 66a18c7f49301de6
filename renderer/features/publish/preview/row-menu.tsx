import { Menu, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../publish.module.css';
import { beginWith, leaveOutRow, takeAsHeader } from './left-out-lines.tsx';

interface RowMenuProps {
  /** Line of the file at which the record begins, counted from 1. */
  readonly line: number;
  /** Whether this is the tab stop; the arrow keys move between rows. */
  readonly stop: boolean;
}

/** Moves to the menu of the row above or below. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = event.currentTarget.closest('tr');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  next?.querySelector<HTMLElement>('button')?.focus();
  event.preventDefault();
}

/** Reclassifies a row of the preview: a header that was read as a record, or the first record. */
export function RowMenu({ line, stop }: RowMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={styles.rowMenu}
          aria-label={t('publish.rowMenu', { line })}
          data-tooltip={t('publish.rowMenu', { line })}
          tabIndex={stop ? 0 : -1}
          onKeyDown={moveFocus}
        >
          {line}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => takeAsHeader(line)}>{t('publish.useAsHeader')}</Menu.Item>
        <Menu.Item onClick={() => leaveOutRow(line)}>{t('publish.leaveOutRow')}</Menu.Item>
        <Menu.Item onClick={() => beginWith(line)}>{t('publish.startHere')}</Menu.Item>
        <Menu.Item onClick={() => beginWith(line + 1)}>{t('publish.startBelow')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
