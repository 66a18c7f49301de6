import { useEffect, useState } from 'react';

/** Maximum milliseconds that headings wait for the first rows, which determine column widths. */
const settleMs = 400;

/**
 * Whether a grid can be shown: not before its first rows have determined the column widths, unless they take long, so
 * that nothing moves while the user is reading.
 * @returns that, and a function to call when the first rows have been drawn
 */
export function useSettled(): readonly [settled: boolean, settle: () => void] {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  return [settled, () => requestAnimationFrame(() => setSettled(true))];
}
