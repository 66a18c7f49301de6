import { useEffect, useState } from 'react';
import { formatMoment, formatRelative } from '../lib/format/format.ts';
import { hint } from './tooltip/hint.ts';

/** Milliseconds between updates of the text. */
const refreshMs = 60_000;

interface RelativeTimeProps {
  readonly iso: string;
  readonly locale: string;
  /** The surrounding text; none if missing. */
  readonly text?: (when: string) => string;
}

/** A relative time, with the exact one as a tooltip. */
export function RelativeTime({ iso, locale, text = (when) => when }: RelativeTimeProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={iso} {...hint(formatMoment(iso, locale))}>
      {text(formatRelative(iso, now, locale))}
    </time>
  );
}
