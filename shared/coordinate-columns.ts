/** Two columns of degrees that form a point. */
export interface CoordinatePair {
  readonly longitude: string;
  readonly latitude: string;
}

type Coordinate = keyof CoordinatePair;

/** The greatest value of each coordinate in degrees, in both directions. */
export const coordinateLimits: Readonly<Record<Coordinate, number>> = { longitude: 180, latitude: 90 };

/** Words of the languages of the window that name a coordinate and nothing else. */
const clearWords: Readonly<Record<Coordinate, readonly string[]>> = {
  longitude: [
    ...['longitude', 'lon', 'lng', 'long', 'decimallongitude'],
    ...['längengrad', 'laengengrad', 'longitud', 'longitudine'],
  ],
  latitude: ['latitude', 'lat', 'decimallatitude', 'breitengrad', 'latitud', 'latitudine'],
};

/** Words that may also name a length, a width or an axis: enough for a proposal, not for a decision. */
const vagueWords: typeof clearWords = { longitude: ['länge', 'laenge', 'x'], latitude: ['breite', 'y'] };

interface NamedCoordinate {
  readonly name: string;
  readonly coordinate: Coordinate;
  /** The rest of the name, such as `start` in `start_lat`. */
  readonly rest: string;
}

function namedCoordinate(name: string, words: typeof clearWords): NamedCoordinate | null {
  const spaced = name.normalize().replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
  const parts = spaced.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
  for (const coordinate of ['longitude', 'latitude'] as const) {
    const at = parts.findIndex((part) => words[coordinate].includes(part) || containsLong(part, words[coordinate]));
    if (at >= 0) return { name, coordinate, rest: parts.toSpliced(at, 1).join(' ') };
  }
  return null;
}

/** Whether a name contains one of the words that are part of no other: `stationlatitude`. */
function containsLong(part: string, words: readonly string[]): boolean {
  return words.some((word) => word.length >= 8 && part.includes(word));
}

/** Whether a column of numbers is a coordinate, by its name and the ends of its values. */
export function isCoordinateColumn(name: string, min: number, max: number): boolean {
  const coordinate = namedCoordinate(name, clearWords)?.coordinate;
  return coordinate !== undefined && Math.max(-min, max) <= coordinateLimits[coordinate];
}

/** Whether columns with these names may be a pair of coordinates. */
export function hasCoordinates(names: readonly string[]): boolean {
  const found = new Set(names.map((name) => namedCoordinate(name, clearWords)?.coordinate));
  return found.has('longitude') && found.has('latitude');
}

/** The only pair of coordinates among columns, by their names; of several the one without further words, or null. */
export function coordinatePair(names: readonly string[]): CoordinatePair | null {
  return pairBy(names, clearWords);
}

/** As {@link coordinatePair}, for a user who looks for a pair: vague names count if there are no clear ones. */
export function likelyCoordinatePair(names: readonly string[]): CoordinatePair | null {
  return pairBy(names, clearWords) ?? pairBy(names, vagueWords);
}

function pairBy(names: readonly string[], words: typeof clearWords): CoordinatePair | null {
  const found = names.flatMap((name) => namedCoordinate(name, words) ?? []);
  const longitudes = found.filter(({ coordinate }) => coordinate === 'longitude');
  const latitudes = found.filter(({ coordinate }) => coordinate === 'latitude');
  const pairs = longitudes.flatMap((longitude) => {
    const latitude = latitudes.find(({ rest }) => rest === longitude.rest);
    return latitude === undefined ? [] : [{ longitude, latitude }];
  });
  const alone = longitudes.length === 1 && latitudes.length === 1;
  const chosen = pairs.find(({ longitude }) => longitude.rest === '') ?? (pairs.length === 1 ? pairs[0] : undefined);
  const [longitude, latitude] = alone ? [longitudes[0], latitudes[0]] : [chosen?.longitude, chosen?.latitude];
  if (longitude === undefined || latitude === undefined) return null;
  return { longitude: longitude.name, latitude: latitude.name };
}
