import { type ReactNode, useEffect, useRef } from 'react';

interface PageSectionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A page in place of a tab; it takes the focus where what had it went with the tab. */
export function PageSection({ label, className, children }: PageSectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={className} aria-label={label} tabIndex={0} ref={section}>
      {children}
    </section>
  );
}
