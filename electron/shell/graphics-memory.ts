import { type Static, Type } from 'typebox';

/** What came of it when a graphics processor was last looked for. */
export const GraphicsMemory = Type.Object({
  /** Starts in a row that found none. */
  missed: Type.Integer({ minimum: 0 }),
  /** When the last of these was, by ISO 8601; empty where there was none. */
  looked: Type.String(),
});
export type GraphicsMemory = Static<typeof GraphicsMemory>;

export const nothingMissed: GraphicsMemory = { missed: 0, looked: '' };

/** A driver may fail once. */
const believed = 2;
/** Milliseconds after which one is looked for again: machines are rebuilt, and drivers mended. */
const week = 7 * 24 * 3_600_000;

/** Whether a start is to look for a graphics processor: unless the last ones, a short while ago, found none. */
export function looksForGraphics({ missed, looked }: GraphicsMemory, now: Date): boolean {
  const since = now.getTime() - Date.parse(looked);
  return missed < believed || !(since >= 0 && since < week);
}

/** The memory after a start that looked for one. */
export function rememberGraphics({ missed }: GraphicsMemory, found: boolean, now: Date): GraphicsMemory {
  return found ? nothingMissed : { missed: missed + 1, looked: now.toISOString() };
}
