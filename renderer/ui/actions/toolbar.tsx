import { type ReactNode, useEffect, useRef } from 'react';
import { oneTabStop } from '../../lib/keyboard/one-tab-stop.ts';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Buttons and fields side by side that form a single tab stop. */
export function Toolbar({ label, className = '', children }: ToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  useEffect(() => (toolbar.current === null ? undefined : oneTabStop(toolbar.current)), []);
  return (
    <div className={`${styles.toolbar} ${className}`} role="toolbar" aria-label={label} ref={toolbar}>
      {children}
    </div>
  );
}
