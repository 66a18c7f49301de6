import type { TFunction } from 'i18next';
import type { FollowedSource, SourceCheck } from '#shared/follow.ts';

const states = {
  new: 'followed.stateNew',
  active: 'followed.stateActive',
  failing: 'followed.stateFailing',
  held: 'followed.stateHeld',
  paused: 'followed.statePaused',
  stopped: 'followed.stateStopped',
} as const;

const outcomes = {
  unchanged: 'followed.outcomeUnchanged',
  changed: 'followed.outcomeChanged',
  held: 'followed.outcomeHeld',
  failed: 'followed.outcomeFailed',
} as const;

/** The state of a followed dataset in words. */
export function sourceStateWords(
  t: TFunction,
  { state, checking }: Pick<FollowedSource, 'state' | 'checking'>,
): string {
  return t(checking ? 'followed.checking' : states[state]);
}

/** Whether the user should look after it. */
export function isTroubled({ state }: Pick<FollowedSource, 'state'>): boolean {
  return state === 'failing' || state === 'held' || state === 'stopped';
}

/** The outcome of a check in words. */
export function outcomeWords(t: TFunction, outcome: SourceCheck['outcome']): string {
  return t(outcomes[outcome]);
}
