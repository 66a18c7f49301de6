import { expect, test } from 'vitest';
import { besideTarget } from './tour.tsx';

const card = { width: 320, height: 190 };
const window = { width: 1280, height: 800 };

test.each([
  ['a pane at the left has it at its right', { left: 0, top: 0, width: 280, height: 770 }, { left: 292, top: 12 }],
  ['a button at the upper right has it below', { left: 1200, top: 4, width: 24, height: 24 }, { left: 948, top: 40 }],
  ['one at the foot has it above', { left: 1000, top: 776, width: 80, height: 24 }, { left: 948, bottom: 36 }],
  ['nothing has it in the middle', null, { left: 480, top: 305 }],
])('%s', (_what, target, place) => {
  expect(besideTarget(target, card, window)).toEqual(place);
});

test('in a window smaller than the card, the card is at the upper left', () => {
  expect(besideTarget(null, card, { width: 300, height: 150 })).toEqual({ left: 12, top: 12 });
});
