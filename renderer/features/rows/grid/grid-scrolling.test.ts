import { expect, test } from 'vitest';
import { edgeSpeed, preserveExactScroll, scrollScale, wheelPixels } from './grid-scrolling.ts';

/** Scrolls to whole pixels only, as the browser does, and counts manually dispatched events. */
class Viewport {
  #top = 0;
  events = 0;
  readonly scrollHeight = 1000;
  readonly clientHeight = 100;
  get scrollTop(): number {
    return this.#top;
  }
  set scrollTop(top: number) {
    this.#top = Math.round(Math.min(900, Math.max(0, top)));
  }
  dispatchEvent(): boolean {
    this.events += 1;
    return true;
  }
}

test('a fraction of a pixel is kept, and an event is dispatched if the browser does not', () => {
  const viewport = new Viewport();
  const release = preserveExactScroll(viewport);
  viewport.scrollTop = 10.6;
  const first = [viewport.scrollTop, viewport.events];
  viewport.scrollTop += 0.3;
  const second = [viewport.scrollTop, viewport.events];
  viewport.scrollTop += 0;
  release();
  expect([first, second, viewport.events, viewport.scrollTop]).toEqual([[10.6, 0], [10.9, 1], 1, 11]);
});

test('after scrolling by other means, the browser’s position applies', () => {
  const viewport = new Viewport();
  const scrollByHand = Object.getOwnPropertyDescriptor(Viewport.prototype, 'scrollTop')?.set;
  preserveExactScroll(viewport);
  viewport.scrollTop = 10.4;
  scrollByHand?.call(viewport, 200);
  expect(viewport.scrollTop).toBe(200);
});

test('the position stays within the ends', () => {
  const viewport = new Viewport();
  preserveExactScroll(viewport);
  viewport.scrollTop = 5000;
  const end = viewport.scrollTop;
  viewport.scrollTop = -3;
  expect([end, viewport.scrollTop]).toEqual([900, 0]);
});

test.each([
  [0, 24, 1],
  [666_666, 24, 1],
  [3_000_000, 24, 4.5],
  [10_000_000, 24, 15],
  [100_000_000, 24, 150],
])('%i rows of %i px scroll at a scale of %d', (rows, height, scale) => {
  expect(scrollScale(rows, height)).toBe(scale);
});

test('lines and pages of the wheel become pixels', () => {
  expect([wheelPixels(3, 1, 24, 600), wheelPixels(-1, 2, 24, 600), wheelPixels(100, 0, 24, 600)]).toEqual([
    72, -600, 100,
  ]);
});

test.each([
  [100, 0],
  [50, 0],
  [150, 0],
  [47, -300],
  [153, 300],
  [-10_000, -3600],
  [10_000, 3600],
])('a pointer at %d between 50 and 150 scrolls by %d pixels a second', (place, speed) => {
  expect(edgeSpeed(place, 50, 150)).toBe(speed);
});
