import { useEffect, useState } from 'react';

/** How long headings wait for the first rows, which say how wide their columns are, in milliseconds. */
const settleMs = 400;

/**
 * Whether a grid may be seen: not before its columns have got their widths from its first rows, unless those take long,
 * so that nothing moves under the person's eyes.
 * @returns that, and what is to be called when the first rows are drawn.
 */
export function useSettled(): readonly [settled: boolean, settle: () => void] {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  return [settled, () => requestAnimationFrame(() => setSettled(true))];
}
