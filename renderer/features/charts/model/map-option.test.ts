import { geoMercator } from 'd3-geo';
import { expect, test } from 'vitest';
import { placeAt } from './map-option.ts';

test('a pixel of a map is the place that is drawn there', () => {
  const drawn = geoMercator().scale(300).translate([480, 250]);
  const toPixel = (place: readonly [number, number]) => drawn([...place]);
  for (const place of [
    [12.6, 41.9],
    [-157.9, 21.3],
    [170, -45],
  ] as const) {
    const pixel = toPixel(place);
    if (pixel === null) throw new Error('The place is not drawn.');
    const [lon = 0, lat = 0] = placeAt(toPixel, pixel) ?? [];
    expect([lon.toFixed(6), lat.toFixed(6)]).toEqual([place[0].toFixed(6), place[1].toFixed(6)]);
  }
  expect(placeAt(() => null, [1, 1])).toBeNull();
});
