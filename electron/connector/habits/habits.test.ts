import type { Habit } from './habit.ts';
import { startHabit } from './habit-service.ts';
import { describeSource } from './source-suite.ts';

/** Every habit by itself, and some together. */
const habits: Readonly<Record<string, Habit>> = {
  'as the specification shows it': {},
  'small pages by offset': { pageSize: 7 },
  'pages by number': { paging: 'number', pageSize: 25 },
  'pages by number with a size to ask for': { paging: 'number-sized', pageSize: 100 },
  'pages of two by number': { paging: 'number', pageSize: 2 },
  'pages by cursor, uncounted': { paging: 'cursor', pageSize: 40 },
  'pages by cursor, counted': { paging: 'cursor-counted', pageSize: 40 },
  'pages of one row by cursor': { paging: 'cursor', pageSize: 1 },
  'everything at once': { paging: 'none' },
  'bare arrays': { paging: 'none', list: 'bare' },
  'a FeatureCollection': { paging: 'none', list: 'collection' },
  'FeatureCollections in envelopes, by number': { paging: 'number', pageSize: 30, list: 'collection-in-envelope' },
  'rows as arrays': { shape: 'array' },
  'rows with members in another order and one too many': { shape: 'reversed-object' },
  'rows as Features': { shape: 'feature', paging: 'cursor', pageSize: 60 },
  'geometry as GeoJSON text': { geometry: 'geojson-text' },
  'geometry as WKT': { geometry: 'wkt' },
  'geometry as EWKT': { geometry: 'ewkt' },
  'geometry as hexadecimal WKB': { geometry: 'wkb' },
  'geometry as hexadecimal EWKB': { geometry: 'ewkb', shape: 'array' },
  'addresses of an inner name, behind a proxy': {
    addresses: 'behind-proxy',
    path: '/stats/',
    paging: 'number',
    pageSize: 60,
  },
  'relative addresses': { addresses: 'relative', paging: 'cursor', pageSize: 60 },
  'addresses with a format in them': { addresses: 'with-format', paging: 'number', pageSize: 60 },
  'a path of its own': { path: '/open/data/' },
  'missing fields': {
    leavesOut: ['id', 'checksum', 'namespace', 'data', 'download', 'versions', 'allowed_groups', 'url'],
  },
  'namespaces without their datasets': { leavesOut: ['datasets'] },
  'packed by gzip': { encoding: 'gzip' },
  'packed by brotli': { encoding: 'br', paging: 'number', pageSize: 50 },
  'packed by deflate': { encoding: 'deflate' },
  'strict about parameters': { strict: true, paging: 'cursor-counted', pageSize: 50 },
  'confirming what is unchanged': { tags: true, pageSize: 50 },
};

for (const [name, habit] of Object.entries(habits)) describeSource(name, () => startHabit(habit));
