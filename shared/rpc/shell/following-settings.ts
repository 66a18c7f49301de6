import { type Static, Type } from 'typebox';
import { ChangeSummary } from '../../follow.ts';
import { oneOf, orNull } from '../one-of.ts';

/** A time of day on this computer: `22:00`. */
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

/** A time of every day; it may cross midnight. */
export const QuietHours = Type.Object({ from: TimeOfDay, to: TimeOfDay });
export type QuietHours = Static<typeof QuietHours>;

/**
 * When followed data are checked by themselves: `mains`: not while the computer runs on battery. `never`: only when the
 * user asks, as on a metered connection.
 */
export const automaticChecks = ['always', 'mains', 'never'] as const;
export type AutomaticChecks = (typeof automaticChecks)[number];
export const AutomaticChecks = oneOf(...automaticChecks);

/** Settings of followed data. */
export const FollowingSettings = Type.Object({
  /** Whether the system notifies of changes; datasets can be left out one by one. */
  notify: Type.Boolean(),
  /** When it does not: the changes are notified of afterwards, together. Null for never. */
  quiet: orNull(QuietHours),
  automatic: AutomaticChecks,
});
export type FollowingSettings = Static<typeof FollowingSettings>;

export const usualFollowing: FollowingSettings = { notify: true, quiet: null, automatic: 'always' };

/** Something that the user is notified of: a new version, or one that was kept aside. */
export const SourceNews = Type.Object({
  /** Stays the same when it is sent again. */
  id: Type.String(),
  kind: oneOf('changed', 'held'),
  /** Label of the dataset. */
  title: Type.String(),
  summary: ChangeSummary,
});
export type SourceNews = Static<typeof SourceNews>;
