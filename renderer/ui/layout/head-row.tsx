import type { ReactNode } from 'react';

interface HeadRowProps {
  readonly texts: readonly string[];
  /** Headings of numbers, which follow the others. */
  readonly numbers?: readonly string[];
  /** Further cells. */
  readonly children?: ReactNode;
}

/** The headings of a table. */
export function HeadRow({ texts, numbers = [], children }: HeadRowProps) {
  return (
    <thead>
      <tr>
        {[...texts, ...numbers].map((text, position) => (
          <th key={text} scope="col" data-number={position >= texts.length || undefined}>
            {text}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  );
}
