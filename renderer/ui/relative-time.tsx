import { useEffect, useState } from 'react';
import { formatMoment, formatRelative } from '../lib/format/format.ts';

/** How often it is looked at how long ago something was, in milliseconds. */
const refreshMs = 60_000;

interface RelativeTimeProps {
  readonly iso: string;
  readonly locale: string;
  /** Words around it; none where it is left out. */
  readonly text?: (when: string) => string;
}

/** How long ago something was, with the exact moment where the pointer rests on it. */
export function RelativeTime({ iso, locale, text = (when) => when }: RelativeTimeProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={iso} title={formatMoment(iso, locale)}>
      {text(formatRelative(iso, now, locale))}
    </time>
  );
}
