import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { FollowedSource, SourceCheck } from '#shared/follow.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { followedQuery, sourceChecksQuery } from '../../../backend/follow.ts';
import { useThisComputer } from '../../../backend/records.ts';

/** What a dataset follows; undefined if nothing, or while that is unknown. */
export function useFollowed({ connection, namespace, dataset }: DatasetReference): FollowedSource | undefined {
  const isOwn = useThisComputer()?.id === connection;
  const { data: followed } = useQuery({ ...followedQuery, enabled: isOwn });
  if (!isOwn) return undefined;
  return followed?.find((source) => source.namespace === namespace && source.dataset === dataset);
}

/** The times of a dataset's checks without a change, ISO 8601; empty if it follows nothing. */
export function useUnchanged(reference: DatasetReference): readonly string[] {
  const source = useFollowed(reference);
  const { data: checks } = useQuery({ ...sourceChecksQuery(reference), enabled: source !== undefined });
  return useMemo(() => (checks ?? []).filter(({ outcome }) => outcome === 'unchanged').map(({ at }) => at), [checks]);
}

/** The address that is followed, or the statement of a recipe. */
export function followedText({ kind, address, entry }: FollowedSource['choice']): string {
  return kind === 'recipe' ? entry : address;
}

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
