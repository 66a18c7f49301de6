import { type ReactNode, useEffect, useRef } from 'react';

interface PageSectionProps {
  readonly label: string;
  readonly className: string;
  /** The page of the guide for it. */
  readonly help?: string;
  readonly children: ReactNode;
}

/** A page in place of a tab; it takes the focus where what had it went with the tab. */
export function PageSection({ label, className, help, children }: PageSectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={className} aria-label={label} data-help={help} tabIndex={0} ref={section}>
      {children}
    </section>
  );
}
