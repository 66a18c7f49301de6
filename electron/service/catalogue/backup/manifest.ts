import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { isDiskFull } from '../../files/disk-full.ts';

/**
 * What a backup consists of, in a folder and in an archive alike:
 *
 * - `backup.json`: the format and the id of the store;
 * - `content/<SHA-256>`: the content of a file, stored once under its checksum and never changed;
 * - `manifest.json`: which file of the store has which content. It is written last and replaced atomically: an
 *   interrupted backup leaves the previous one intact.
 */
export const headerName = 'backup.json';
export const manifestName = 'manifest.json';
export const contentFolder = 'content';

/** Increased whenever an older Almanac could not restore a new backup. */
const formatVersion = 1;

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Header = Type.Object({
  format: Type.Literal('almanac-backup'),
  formatVersion: Type.Integer({ minimum: 1 }),
  store: Type.String(),
});
type Header = Static<typeof Header>;

/** A file of the store; `path` is below its data folder, with slashes, or below `config/` for settings. */
export const BackupFile = Type.Object({ path: Type.String(), bytes: Count, sha256: Sha256 });
export type BackupFile = Static<typeof BackupFile>;

/** The description of a backup without the file contents. */
export const Manifest = Type.Object({
  store: Type.String(),
  /** Time of the snapshot, ISO 8601. */
  made: Type.String(),
  tool: Type.String(),
  /** Schema version of the catalogue: the number of its migrations. */
  catalogueVersion: Type.Integer({ minimum: 1 }),
  namespaces: Count,
  datasets: Count,
  versions: Count,
  accounts: Count,
  /** Paths of files that were damaged or missing in the store, and are not in the backup. */
  damaged: Type.Array(Type.String()),
  files: Type.Array(BackupFile),
});
export type Manifest = Static<typeof Manifest>;

/** The valid paths of a store; a restore never writes to any other. */
const storePath =
  /^(catalogue\.sqlite|rows\/versions\/[A-Za-z0-9_-]{1,200}\/(data\.parquet|record\.json)|rows\/records\/(accounts|(namespace|dataset)-\d{1,15})\.json|media\/images\/((showcase|thumb)\/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}|config\/(settings|connections)\.json)$/;

export const cataloguePath = 'catalogue.sqlite';

export const versionPath = (key: string) => `rows/versions/${key}/data.parquet`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export function headerText(store: string): string {
  return `${JSON.stringify({ format: 'almanac-backup', formatVersion, store } satisfies Header)}\n`;
}

/** The stored form, with a checksum over everything, so that no altered part is accepted. */
export function manifestText(manifest: Manifest): string {
  return `{"sha256":"${sha256(JSON.stringify(manifest))}","manifest":${JSON.stringify(manifest)}}\n`;
}

/**
 * @param source the backup's name for the user
 * @returns the id of its store
 * @throws {StoreCopyError} for a newer or unknown format
 */
export function readHeader(text: string, source: string): string {
  const header = parsed(text);
  if (!Value.Check(Header, header)) throw new StoreCopyError(explain('backup-none', { source }));
  if (header.formatVersion > formatVersion) throw new StoreCopyError(explain('backup-newer', { source }));
  return header.store;
}

/**
 * @param catalogueVersions number of catalogue migrations in this Almanac
 * @throws {StoreCopyError} for one that is damaged, was edited, or has a newer catalogue
 */
export function readManifest(text: string, source: string, catalogueVersions: number): Manifest {
  const damaged = () => new StoreCopyError(explain('backup-list-damaged', { source }));
  const whole = parsed(text) as { sha256?: unknown; manifest?: unknown } | null;
  const manifest = whole?.manifest;
  if (manifest === undefined || whole?.sha256 !== sha256(JSON.stringify(manifest))) throw damaged();
  if (!Value.Check(Manifest, manifest)) throw damaged();
  const { files, catalogueVersion } = manifest;
  if (catalogueVersion > catalogueVersions) throw new StoreCopyError(explain('backup-newer', { source }));
  for (const { path } of files) {
    const parts = path.split('/');
    if (!storePath.test(path) || parts.includes('..') || parts.includes('.'))
      throw new StoreCopyError(explain('backup-odd-entry', { source, name: JSON.stringify(path) }));
  }
  const paths = new Set(files.map(({ path }) => path.toLowerCase()));
  if (paths.size !== files.length || !paths.has(cataloguePath)) throw damaged();
  return manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The contents in a manifest, each once: size by checksum. */
export function contentOf(files: readonly BackupFile[]): Map<string, number> {
  return new Map(files.map(({ sha256: sum, bytes }) => [sum, bytes]));
}

/** A backup cannot be made or restored; the message says why and what to do. */
export class StoreCopyError extends ExplainedError {
  constructor(reason: Explanation, cause?: unknown) {
    super(reason, { kind: 'backup', retry: true, cause });
  }
}

/** Codes of system errors for a path that cannot be read or written. */
const pathProblems =
  /^(E(ACCES|PERM|ROFS|NOSPC|DQUOT|NOTDIR|ISDIR|IO|NAMETOOLONG|NODEV|STALE|INVAL|FBIG|NXIO)|SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM).*)$/;

/** Explains a system error about a path. @throws {StoreCopyError} instead of such an error */
export async function unlessWritable<Result>(place: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isDiskFull(error)) throw new StoreCopyError(explain('backup-disk-full', { place }), error);
    if (pathProblems.test(code)) throw new StoreCopyError(explain('backup-place', { place, reason: code }), error);
    throw error;
  }
}
