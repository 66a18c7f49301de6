import type { ReactNode } from 'react';
import { useSurroundings } from '../started.ts';

interface AroundRowsProps {
  /** The class of what is in `children`: an empty element of it keeps their room. */
  readonly room: string;
  readonly children: ReactNode;
}

/** What stands around the rows: where the window begins with rows that it has at hand, it is drawn a frame after them. */
export function AroundRows({ room, children }: AroundRowsProps) {
  return useSurroundings() ? children : <div className={room} />;
}
