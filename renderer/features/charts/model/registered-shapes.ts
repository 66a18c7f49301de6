import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';

/**
 * The outlines that were registered with the library: their names there, and where each lies, by their ids. Of a map that is
 * projected already, places are in its units.
 */
export const registeredShapes = new Map<
  string,
  ReadonlyMap<string, { readonly name: string; readonly bounds: Bounds }>
>();
/** Of outlines from a dataset, which of them the values of each of its columns name. */
export const ownCodes = new Map<string, readonly ReadonlyMap<string, string>[]>();
