import type { StateCreator, StoreApi } from 'zustand';
import { create as createStore, type UseBoundStore } from 'zustand/react';

const resets: (() => void)[] = [];

/** In the place of Zustand's own in tests of components: the same stores, which can be returned to their first state. */
export function create<State>(initializer: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const store = createStore<State>()(initializer);
  resets.push(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Returns all stores to their first state. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
