import { randomUUID } from 'node:crypto';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { MovableSettings } from '#shared/rpc/shell/settings-transfer.ts';
import type { StoredConnection } from '../connector/connections/connection-store.ts';
import { toolVersion } from '../lib/tool-version.ts';
import { writeUserFile } from '../lib/user-file.ts';
import type { Settings } from '../shell/settings/settings.ts';

/** Increased whenever an older Almanac could not import a document. */
const formatVersion = 1;

const strict = { additionalProperties: false } as const;

/** A connection without secrets and local decisions: no token, no session, no consent to plain HTTP. */
const PortableConnection = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    colour: Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$' }),
    address: Type.String({ minLength: 1, maxLength: 4096 }),
    /** Whether it was signed in, so that it needs a sign-in elsewhere. */
    signIn: Type.Optional(Type.Boolean()),
  },
  strict,
);

const SettingsDocument = Type.Object(
  {
    format: Type.Literal('almanac-settings'),
    version: Type.Literal(formatVersion),
    tool: Type.Optional(Type.String()),
    settings: Type.Optional(Type.Partial(Type.Object(MovableSettings.properties, strict), strict)),
    connections: Type.Optional(Type.Array(PortableConnection, { maxItems: 10_000 })),
  },
  strict,
);
export type SettingsDocument = Static<typeof SettingsDocument>;

/** The error for a settings file that cannot be read, written or understood. */
function unusable(file: string, reason: Explanation): ExplainedError {
  return new ExplainedError(reason, { kind: 'settings-file', where: file });
}

function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

/** Settings and connections for another computer, without secrets. */
export function settingsDocument(
  { theme, language, shortcuts, notifications, updates, cacheMegabytes, service }: Settings,
  connections: readonly StoredConnection[],
): SettingsDocument {
  return {
    format: 'almanac-settings',
    version: formatVersion,
    tool: `Almanac ${toolVersion}`,
    settings: { theme, language, shortcuts, notifications, updates, cacheMegabytes, port: service.port },
    connections: connections.flatMap(({ name, colour, address, signedIn }) =>
      address === null
        ? []
        : [{ name, colour, address: withoutSecrets(address), ...(signedIn ? { signIn: true } : {}) }],
    ),
  };
}

/** Replaces a file with a document, atomically. @throws {ExplainedError} of the kind `settings-file` */
export async function writeSettingsDocument(file: string, document: SettingsDocument): Promise<void> {
  const target = path.resolve(file);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await writeUserFile(target, (part) => writeFile(part, text)).catch((error: NodeJS.ErrnoException) => {
    throw unusable(file, explain('file-not-written', { file: target, reason: error.code ?? error.message }));
  });
}

/** Larger files do not contain settings. */
const maxBytes = 16 * 2 ** 20;

/** Reads and validates a document. @throws {ExplainedError} of the kind `settings-file` */
export async function readSettingsDocument(file: string): Promise<SettingsDocument> {
  const value = await readJson(file);
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== 'almanac-settings') throw unusable(file, explain('settings-none', { file }));
  if (typeof version === 'number' && version > formatVersion) throw unusable(file, explain('settings-newer', { file }));
  if (!Value.Check(SettingsDocument, value)) {
    const [problem] = Value.Errors(SettingsDocument, value);
    const place = problem?.instancePath || '/';
    throw unusable(file, explain('settings-wrong', { file, place, problem: problem?.message ?? 'is not understood' }));
  }
  for (const [position, { address }] of (value.connections ?? []).entries()) {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
      const place = `/connections/${position}/address`;
      throw unusable(file, explain('settings-address', { file, place, address: JSON.stringify(address) }));
    }
  }
  return value;
}

async function readJson(file: string): Promise<unknown> {
  try {
    const { size } = await lstat(file);
    if (size > maxBytes) throw new Error('it is too large');
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw unusable(file, explain('settings-not-json', { file, problem }));
  }
}

/** The connections of a document that are missing here, signed out. */
export interface NewConnections {
  readonly added: readonly StoredConnection[];
  /** Ids of those that were signed in where the document was written. */
  readonly needSignIn: ReadonlySet<string>;
  readonly present: number;
}

/** Compares the connections of a document with the present ones, by their addresses. */
export function newConnections(document: SettingsDocument, here: readonly StoredConnection[]): NewConnections {
  const known = new Set(here.flatMap(({ address }) => (address === null ? [] : [withoutSecrets(address)])));
  const added: StoredConnection[] = [];
  const needSignIn = new Set<string>();
  for (const { name, colour, address: given, signIn = false } of document.connections ?? []) {
    const address = withoutSecrets(given);
    if (known.has(address)) continue;
    known.add(address);
    const id = randomUUID();
    added.push({ id, name, colour, address, plainHttpAgreed: false, signedIn: false });
    if (signIn) needSignIn.add(id);
  }
  return { added, needSignIn, present: (document.connections ?? []).length - added.length };
}
