import { useEffect, useState } from 'react';

/** Pixels of the screen for each of the page, which change with the zoom, and on another screen. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(window.devicePixelRatio);
  useEffect(() => {
    const update = () => setRatio(window.devicePixelRatio);
    const query = window.matchMedia(`(resolution: ${ratio}dppx)`);
    query.addEventListener('change', update);
    window.addEventListener('resize', update);
    return () => {
      query.removeEventListener('change', update);
      window.removeEventListener('resize', update);
    };
  }, [ratio]);
  return ratio;
}
