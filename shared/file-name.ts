/** Maximum length of a display name in the API, in characters. */
export const maxLabelLength = 255;

/** The last part of a path, on every system. */
export function fileName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}

const dataExtensions = [
  ...['csv', 'tsv', 'tab', 'psv'],
  ...['json', 'ndjson', 'jsonl', 'jsonlines', 'geojson', 'geojsonl', 'geojsonseq', 'topojson'],
  ...['parquet', 'pq', 'xlsx', 'xlsm', 'xlsb', 'xls', 'ods', 'ots', 'px'],
  ...['slk', 'dif', 'sqlite', 'sqlite3', 'gpkg', 'duckdb', 'sav', 'zsav', 'dta'],
  ...['xpt', 'sas7bdat', 'shp', 'kml', 'kmz', 'arrow', 'arrows', 'feather'],
];
const packedExtensions = ['gz', 'zst', 'zip'];

/** Extensions of files that can be read, also compressed. */
export const readableExtensions: readonly string[] = [
  ...dataExtensions,
  // Most of these files hold no data.
  ...['txt', 'html', 'htm', 'xml', 'db'],
  ...packedExtensions,
];

const ending = (extensions: readonly string[]) => `\\.(?:${extensions.join('|')})`;
const knownEnding = new RegExp(`${ending(readableExtensions)}$`, 'i');
const dataEnding = new RegExp(`${ending(dataExtensions)}(?:${ending(packedExtensions)})?$`, 'i');
/** The geometries of a Shapefile are a part of it. */
const inArchive = [...dataExtensions.filter((one) => one !== 'shp'), 'txt', 'dat'];
const endingInArchive = new RegExp(`${ending(inArchive)}(?:\\.(?:gz|zst))?$`, 'i');

/** A file's name without its format and compression extensions: `Tree_cover 2024` of `/data/Tree_cover 2024.csv.gz`. */
export function bareName(path: string): string {
  let name = fileName(path);
  while (knownEnding.test(name) && name.replace(knownEnding, '') !== '') name = name.replace(knownEnding, '');
  return name;
}

/** Whether a file has the name of one that can be published. */
export function isDataFile(name: string): boolean {
  return dataEnding.test(name);
}

/** Whether a file in an archive has the name of one that can be published, or of a text that may be data. */
export function isDataFileInArchive(name: string): boolean {
  return endingInArchive.test(name);
}

/** Whether a file has the name of one that can be read, or of an archive. */
export function isReadableFile(name: string): boolean {
  return knownEnding.test(name);
}

/** A label to propose for a file: its bare name with spaces, starting with a capital. */
export function labelFromFile(path: string): string {
  const words = bareName(path)
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Whether a text can be part of an address, by the service's rule for slugs. */
export function isSlug(text: string): boolean {
  return /^[-a-zA-Z0-9_]{1,100}$/.test(text);
}

/** The slug to propose for a label: `stadtbaume-2024` for "Stadtbäume (2024)". Empty if no character can be used. */
export function slugOf(label: string): string {
  return label
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/ß/g, 'ss')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100);
}
