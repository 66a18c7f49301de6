import { useEffect, useState } from 'react';
import { type RowSpan, useSelection } from '../../../state/selection.ts';
import type { MapFeatures } from './use-map-features.ts';

/** Maximum number of selected rows that are marked. */
const maxFeatures = 5000;

interface Chosen {
  readonly features: readonly GeoJSON.Feature[];
  readonly span: RowSpan | null;
}

const none: Chosen = { features: [], span: null };

/** The features of the rows selected in the grid, to be marked on the map. */
export function useChosenFeatures(tab: string, { thread, revision }: MapFeatures): Chosen {
  const span = useSelection((selection) => selection.rows[tab]);
  const [chosen, setChosen] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: features that came since the last drawing may be chosen ones.
  useEffect(() => {
    if (thread === null || span === undefined) {
      setChosen(none);
      return;
    }
    let current = true;
    thread.ask('pick', span.from, span.to, maxFeatures).then(
      (features) => current && setChosen({ features, span }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [thread, span, revision]);
  return chosen;
}
