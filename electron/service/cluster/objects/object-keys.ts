import { basename, join, relative, sep } from 'node:path';
import { versionFolder } from '../../files/store-folders.ts';
import { dataFileName } from '../../files/stored-files.ts';
import type { VersionKey } from '../../files/stored-version.ts';

/** Begins the keys of all objects of versions. */
export const versionsPrefix = 'versions/';
/** Begins the keys of the marks of versions that are to be removed. */
export const garbagePrefix = 'garbage/';

const derivedFolder = 'derived';

/** Version of the format of row files and of their index: others are not read. */
const rowFormat = 1;

/** Begins the keys of all objects of a version. */
export function versionPrefix(key: VersionKey): string {
  // Keys are the same as names of folders, whose rules are checked there.
  return `${versionsPrefix}${basename(versionFolder('', key))}/`;
}

function objectOf(key: VersionKey, name: string): string {
  return `${versionPrefix(key)}${name}`;
}

export function dataKey(key: VersionKey): string {
  return objectOf(key, dataFileName);
}

export function rowsKey(key: VersionKey): string {
  return objectOf(key, `rows-${rowFormat}.bin`);
}

export function rowIndexKey(key: VersionKey): string {
  return objectOf(key, `rows-${rowFormat}.idx`);
}

/** The record of the last verification. */
export function checkKey(key: VersionKey): string {
  return objectOf(key, 'checked.json');
}

/** A derived file by its path in the cache, which begins with a folder per version. */
export function derivedKey(cache: string, path: string): string {
  const [version = '', ...names] = relative(cache, path).split(sep);
  return objectOf(version, [derivedFolder, ...names].join('/'));
}

/** The entry of the cache that a file is, or belongs to. */
export function cacheEntry(cache: string, path: string): string {
  const [version = '', name = ''] = relative(cache, path).split(sep);
  return join(cache, version, name);
}

export function garbageKey(key: VersionKey): string {
  return `${garbagePrefix}${basename(versionFolder('', key))}`;
}

/** Whether an object is a derived file, which may be removed at any time. */
export function isDerived(object: string): boolean {
  return object.split('/')[2] === derivedFolder;
}

/** The version that an object belongs to; empty for any other object. */
export function versionOf(object: string): VersionKey {
  const [prefix, key = '', name] = object.split('/');
  return `${prefix}/` === versionsPrefix && name !== undefined ? key : '';
}
