import { create } from 'zustand';
import type { LookedAt } from '../../backend/follow.ts';

/** An address that was looked at, and what it is called once that is known. */
export interface Step extends LookedAt {
  readonly title: string;
}

/** What the user entered to follow an address. */
interface FollowDraft {
  /** The text of the field. */
  readonly address: string;
  /** The addresses that led to the one that is shown, which is the last: a catalogue, one of its datasets. */
  readonly steps: readonly Step[];
  readonly search: string;
  /** Id of the chosen entry; null for the only one. */
  readonly entry: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  /** Slug of an existing namespace, null for a new one; undefined for the usual one. */
  readonly namespace: string | null | undefined;
  /** Undefined for the proposed ones. */
  readonly namespaceLabel: string | undefined;
  readonly label: string | undefined;
  readonly slug: string | undefined;
  /** Whether an existing dataset of that name gets the versions. */
  readonly joins: boolean;
  readonly every: string;
  /** The job that was started last. */
  readonly job: string | null;
  /** Whether the user tried to continue, after which missing fields are reported. */
  readonly tried: boolean;
}

const noEntry = {
  entry: null,
  parameters: {},
  label: undefined,
  slug: undefined,
  joins: false,
  job: null,
  tried: false,
} as const;

const empty: FollowDraft = {
  ...noEntry,
  address: '',
  steps: [],
  search: '',
  namespace: undefined,
  namespaceLabel: undefined,
  every: '1d',
};

/** The address being followed. It outlives its dialog, so that closing the dialog loses nothing. */
export const useFollow = create<FollowDraft>(() => empty);

export function changeFollow(change: Partial<FollowDraft>): void {
  useFollow.setState(change);
}

/** Looks at an address. @param from steps that lead to it */
export function lookAt(address: string, allowPrivate: boolean, from: readonly Step[] = []): void {
  useFollow.setState({ ...noEntry, search: '', steps: [...from, { address, allowPrivate, title: '' }] });
}

/** Looks at an address that one shown at another leads to. */
export function lookInside(address: string, title: string): void {
  const { steps } = useFollow.getState();
  const from = steps.map((step, position) => (position === steps.length - 1 ? { ...step, title } : step));
  lookAt(address, steps.at(-1)?.allowPrivate === true, from);
}

/** Returns to the address before; without one, shows none. */
export function lookBack(): void {
  useFollow.setState(({ steps }) => ({ ...noEntry, search: '', steps: steps.slice(0, -1) }));
}

export function chooseEntry(entry: string): void {
  useFollow.setState({ ...noEntry, entry });
}

/** Begins again, with the same schedule and namespace. */
export function clearFollow(): void {
  useFollow.setState(({ every, namespace }) => ({ ...empty, every, namespace }));
}
