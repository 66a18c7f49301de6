import type { QuietHours } from '#shared/rpc/shell/following-settings.ts';

/** The moment, in milliseconds since 1970, at which quiet hours end; null if it is not quiet at `now`, in local time. */
export function quietUntil(quiet: QuietHours | null, now: Date): number | null {
  if (quiet === null || quiet.from === quiet.to) return null;
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const from = minutes(quiet.from);
  const to = minutes(quiet.to);
  const at = now.getHours() * 60 + now.getMinutes();
  const isQuiet = from < to ? at >= from && at < to : at >= from || at < to;
  if (!isQuiet) return null;
  const end = new Date(now);
  end.setHours(Math.floor(to / 60), to % 60, 0, 0);
  if (end <= now) end.setDate(end.getDate() + 1);
  return end.getTime();
}
