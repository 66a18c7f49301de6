import { type Static, Type } from 'typebox';
import { ChangeSummary } from '../../follow.ts';
import type { Immutable } from '../../immutable.ts';
import { oneOf, orNull } from '../../schema-parts.ts';

/** A time of day on this computer: `22:00`. */
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

/** A daily period; it may cross midnight. */
export const QuietHours = Type.Object({ from: TimeOfDay, to: TimeOfDay });
export type QuietHours = Immutable<Static<typeof QuietHours>>;

/**
 * When followed data are checked automatically. `mains`: not while the computer runs on battery. `never`: only on
 * request, as on a metered connection.
 */
export const automaticChecks = ['always', 'mains', 'never'] as const;
export type AutomaticChecks = (typeof automaticChecks)[number];
export const AutomaticChecks = oneOf(...automaticChecks);

export const FollowingSettings = Type.Object({
  /** Whether system notifications announce changes; datasets can be excluded individually. */
  notify: Type.Boolean(),
  /** Period without notifications: its changes are announced together afterwards. Null for none. */
  quiet: orNull(QuietHours),
  automatic: AutomaticChecks,
});
export type FollowingSettings = Immutable<Static<typeof FollowingSettings>>;

export const usualFollowing: FollowingSettings = { notify: true, quiet: null, automatic: 'always' };

/** News for the user: a new version, or a held one. */
export const SourceNews = Type.Object({
  /** Stays the same when it is sent again. */
  id: Type.String(),
  kind: oneOf('changed', 'held'),
  /** Label of the dataset. */
  title: Type.String(),
  summary: ChangeSummary,
});
export type SourceNews = Immutable<Static<typeof SourceNews>>;
