import { decode } from 'fast-png';
import { expect, test } from 'vitest';
import { pngOf } from './picture-png.ts';

test('a picture has the colours that were drawn, each in its place', () => {
  const red = [0, 0, 255, 255];
  const green = [0, 255, 0, 255];
  const blue = [255, 0, 0, 255];
  const drawn = Uint8Array.from([...red, ...green, ...blue, ...blue, ...green, ...red]);
  const { width, height, channels, data } = decode(pngOf({ width: 3, height: 2, bytes: drawn }));
  expect({ width, height, channels }).toEqual({ width: 3, height: 2, channels: 3 });
  expect([...data]).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0]);
});
