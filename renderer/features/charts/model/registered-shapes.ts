/** From west to east and south to north in degrees, or in the units of a map that is projected already. */
export type ShapeBounds = readonly [west: number, south: number, east: number, north: number];

/** The outlines that were registered with the library: their names there, and where each lies, by their ids. */
export const registeredShapes = new Map<
  string,
  ReadonlyMap<string, { readonly name: string; readonly bounds: ShapeBounds }>
>();
/** Of outlines from a dataset, which of them the values of each of its columns name. */
export const ownCodes = new Map<string, readonly ReadonlyMap<string, string>[]>();
