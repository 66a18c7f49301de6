import { useEffect, useState } from 'react';

/** Milliseconds after which deferred parts are loaded even if the window is still busy. */
const timeoutMs = 1_500;

/** Whether the first frame has been drawn and the window has been idle, so that invisible parts may be loaded. */
export function useAfterFirstFrame(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    const request = requestIdleCallback(() => setIsAfter(true), { timeout: timeoutMs });
    return () => cancelIdleCallback(request);
  }, []);
  return isAfter;
}
