import { describe, expect, it } from 'vitest';
import { looksForGraphics, nothingMissed, rememberGraphics } from './graphics-memory.ts';

const monday = new Date('2026-03-02T08:00:00Z');
const later = (days: number) => new Date(monday.getTime() + days * 24 * 3_600_000);

describe('what is remembered of graphics processors', () => {
  const once = rememberGraphics(nothingMissed, false, monday);
  const twice = rememberGraphics(once, false, monday);

  it('is believed when two starts in a row found none', () => {
    expect(looksForGraphics(nothingMissed, monday)).toBe(true);
    expect(looksForGraphics(once, monday)).toBe(true);
    expect(looksForGraphics(twice, monday)).toBe(false);
    expect(looksForGraphics(rememberGraphics(once, true, monday), monday)).toBe(true);
  });

  it('is believed for a week, and for another one when none was found again', () => {
    expect(looksForGraphics(twice, later(6))).toBe(false);
    expect(looksForGraphics(twice, later(7))).toBe(true);
    const again = rememberGraphics(twice, false, later(7));
    expect(looksForGraphics(again, later(13))).toBe(false);
    expect(looksForGraphics(again, later(14))).toBe(true);
    expect(rememberGraphics(twice, true, later(7))).toEqual(nothingMissed);
  });

  it('is not believed where its day is to come, or is none', () => {
    expect(looksForGraphics(twice, later(-1))).toBe(true);
    expect(looksForGraphics({ missed: 2, looked: 'Monday' }, monday)).toBe(true);
  });
});
