import { editingActs } from './editing-acts.ts';
import { queryActs } from './query-acts.ts';
import { serviceActs } from './service-acts.ts';
import { tabActs } from './tab-acts.ts';
import { type Acts, pick, type Walk } from './walk.ts';

const acts: Acts = { ...tabActs, ...queryActs, ...editingActs, ...serviceActs };

/** Does something at random that is possible now. @returns what it was */
export async function act(walk: Walk): Promise<string> {
  const offered = Object.entries(acts).filter(([, one]) => one.isOffered(walk.model));
  const chances = offered.flatMap(([name, one]) => Array.from({ length: one.weight }, () => name));
  const name = pick(chances, walk.below);
  try {
    return `${name} ${await acts[name]?.run(walk)}`.trim();
  } catch (error) {
    throw new Error(`While trying to ${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
