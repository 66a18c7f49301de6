import { expect, test } from 'vitest';
import { coordinatePair, hasCoordinates, likelyCoordinatePair } from './coordinate-columns.ts';

test.each<[readonly string[], latitude: string, longitude: string]>([
  [['lat', 'lon'], 'lat', 'lon'],
  [['Longitude', 'Latitude'], 'Latitude', 'Longitude'],
  [['id', ' LAT ', 'Lng'], ' LAT ', 'Lng'],
  [['decimallatitude', 'decimallongitude'], 'decimallatitude', 'decimallongitude'],
  [['decimalLatitude', 'decimalLongitude'], 'decimalLatitude', 'decimalLongitude'],
  [['stop_lat', 'stop_lon', 'stop_id'], 'stop_lat', 'stop_lon'],
  [['Breitengrad (WGS84)', 'Längengrad (WGS84)'], 'Breitengrad (WGS84)', 'Längengrad (WGS84)'],
  [['geo.laengengrad', 'geo.breitengrad'], 'geo.breitengrad', 'geo.laengengrad'],
  [['latitud', 'longitud'], 'latitud', 'longitud'],
  [['latitudine', 'longitudine'], 'latitudine', 'longitudine'],
  [['Lat N', 'Long E'], 'Lat N', 'Long E'],
  [['start_lat', 'start_lng', 'lat', 'lng'], 'lat', 'lng'],
])('%j have the latitude %s and the longitude %s', (names, latitude, longitude) => {
  expect([coordinatePair(names), hasCoordinates(names)]).toEqual([{ latitude, longitude }, true]);
});

test.each([
  [['lat', 'height']],
  [['platform', 'colony']],
  [['Breite', 'Länge']],
  [['start_lat', 'start_lng', 'end_lat', 'end_lng']],
  [[]],
])('%j have no pair that is certain', (names) => {
  expect(coordinatePair(names)).toBeNull();
});

test('names that may mean something else are proposed only, and never before clear ones', () => {
  expect(likelyCoordinatePair(['Breite', 'Länge'])).toEqual({ latitude: 'Breite', longitude: 'Länge' });
  expect(likelyCoordinatePair(['y', 'x'])).toEqual({ latitude: 'y', longitude: 'x' });
  expect(likelyCoordinatePair(['x', 'y', 'lat', 'lon'])).toEqual({ latitude: 'lat', longitude: 'lon' });
  expect(likelyCoordinatePair(['a', 'b'])).toBeNull();
});
