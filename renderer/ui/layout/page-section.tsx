import { type ReactNode, useEffect, useRef } from 'react';
import { regionOf } from '../../lib/keyboard/regions.ts';

interface PageSectionProps {
  readonly label: string;
  readonly className: string | undefined;
  /** Its page in the guide. */
  readonly help?: string;
  readonly children: ReactNode;
}

/** A page instead of a tab; it takes the focus if the focused element was removed with the tab. */
export function PageSection({ label, className, help, children }: PageSectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={className} {...regionOf('view')} aria-label={label} data-help={help} tabIndex={0} ref={section}>
      {children}
    </section>
  );
}
