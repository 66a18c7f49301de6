import { useEffect, useState } from 'react';

/** Maximum milliseconds that headings wait for the first rows, which determine column widths. */
const settleMs = 400;

/**
 * Whether a grid can be shown: not before its first rows have determined the column widths, unless they take long, so
 * that nothing moves while the user is reading.
 * @param drawn whether its first rows are drawn
 */
export function useSettled(drawn: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  return drawn || isLate;
}
