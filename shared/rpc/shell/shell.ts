import { type Static, type TSchema, Type } from 'typebox';
import { Explanation } from '../../failures.ts';
import { OpenLink } from '../../open-link.ts';
import { menuCommands } from '../../shortcuts.ts';
import { Notice } from '../backend-process.ts';
import { oneOf } from '../one-of.ts';
import { shellSettingsCalls } from './shell-settings.ts';

function call<Parameters extends TSchema, Result extends TSchema>(parameters: Parameters, result: Result) {
  return { parameters, result } as const;
}

const nothing = Type.Object({});
const done = Type.Void();
const path = Type.String({ minLength: 1, maxLength: 4096 });
/** Bytes as text, 64 MB of them at most. */
const base64 = Type.String({ maxLength: 90_000_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' });
const title = Type.String({ maxLength: 200 });

/** Kinds of files for a dialog: a name for the user, and file extensions without a dot; `*` for all. */
const FileKind = Type.Object({
  name: Type.String({ maxLength: 100 }),
  extensions: Type.Array(Type.String({ pattern: '^([A-Za-z0-9.]{1,20}|\\*)$' }), { minItems: 1, maxItems: 20 }),
});
export type FileKind = Static<typeof FileKind>;

/** What a user asked Almanac to open from outside: a file manager, a link, another start with words. */
export const OpenRequest = Type.Union([
  Type.Object({ kind: Type.Literal('file'), path: Type.String() }),
  Type.Object({ kind: Type.Literal('link'), link: OpenLink }),
  /** A link that cannot be understood: `reason` says why. */
  Type.Object({ kind: Type.Literal('refused'), address: Type.String(), reason: Explanation }),
]);
export type OpenRequest = Static<typeof OpenRequest>;

/** What the window may ask of the main process: only what the operating system's shell can do. */
export const shellCalls = {
  setTheme: call(
    Type.Object({ theme: Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('system')]) }),
    done,
  ),
  copyText: call(Type.Object({ text: Type.String({ maxLength: 1_000_000 }) }), done),
  /** Puts a PNG image on the clipboard. */
  copyImage: call(Type.Object({ png: base64 }), done),
  /** Opens a web address in the user's browser. Fails unless it is http or https, without a password in it. */
  openAddress: call(Type.Object({ address: Type.String({ minLength: 1, maxLength: 4096 }) }), done),
  /** Asks the user for files to read; gives absolute paths, none where they cancelled. */
  chooseFiles: call(
    Type.Object({ title, multiple: Type.Boolean(), kinds: Type.Array(FileKind, { maxItems: 20 }) }),
    Type.Array(Type.String()),
  ),
  /** Asks the user for a folder, which they may make in the dialog; null where they cancelled. */
  chooseFolder: call(Type.Object({ title }), Type.Union([Type.String(), Type.Null()])),
  /** Asks the user where to write a file (the dialog asks before one is replaced); null where they cancelled. */
  chooseSaveTarget: call(
    Type.Object({ title, name: Type.String({ maxLength: 255 }), kinds: Type.Array(FileKind, { maxItems: 20 }) }),
    Type.Union([Type.String(), Type.Null()]),
  ),
  /** Writes a file, whole or not at all. Only one that the user chose with `chooseSaveTarget`. */
  writeChosenFile: call(Type.Object({ path, content: base64 }), done),
  /** Shows a file in the file manager. Only one that the user chose with `chooseSaveTarget`, or one beside it. */
  showInFolder: call(Type.Object({ path }), done),
  /** Opens a data file with its usual program. Only one that the user chose with `chooseSaveTarget`. */
  openFile: call(Type.Object({ path }), done),
  /** What was to be opened since this was last asked; the event `open-requested` says that there is something. */
  takeOpenRequests: call(nothing, Type.Array(OpenRequest)),
  /** What the user should know of and has not dismissed. Every change is announced by `notices-changed`. */
  listNotices: call(nothing, Type.Array(Notice)),
  /** Rebuilds a lost catalogue from the files beside it; ends, or fails, when that has. A notice says what came of it. */
  rebuildCatalogue: call(nothing, done),
  dismissNotice: call(Type.Pick(Notice, ['kind', 'where']), done),
  /** Shows one of the folders that Almanac keeps things in. */
  showOwnFolder: call(Type.Object({ folder: oneOf('data', 'config', 'cache', 'logs') }), done),
  /** All that a report of diagnostics says, to be read before it is given to anybody. */
  readDiagnostics: call(nothing, Type.String()),
  /** Asks where to and writes that report; the file, null where the user cancelled. */
  saveDiagnostics: call(nothing, Type.Union([Type.String(), Type.Null()])),
  ...shellSettingsCalls,
} as const;

export type ShellCalls = typeof shellCalls;
export type ShellCallName = keyof ShellCalls;
export type ShellParameters<Name extends ShellCallName> = Static<ShellCalls[Name]['parameters']>;
export type ShellResult<Name extends ShellCallName> = Static<ShellCalls[Name]['result']>;
export type ShellFunctions<Context = void> = {
  [Name in ShellCallName]: (parameters: ShellParameters<Name>, context: Context) => Promise<ShellResult<Name>>;
};

/** What the main process announces to the windows. An event says that something changed; the window asks. */
export const ShellEvent = Type.Union([
  /** Something waits for `takeOpenRequests`. */
  Type.Object({ kind: Type.Literal('open-requested') }),
  /** The backend ended or hangs and is being started again; its new port means that it is back. */
  Type.Object({
    kind: Type.Literal('backend-lost'),
    reason: Type.Union([Type.Literal('ended'), Type.Literal('unresponsive')]),
  }),
  Type.Object({ kind: Type.Literal('notices-changed') }),
  /** A native menu was used: the window runs its command of that id. */
  Type.Object({ kind: Type.Literal('command'), command: oneOf(...menuCommands) }),
]);
export type ShellEvent = Static<typeof ShellEvent>;

/** Answer to a call as it crosses; an error's class and stack stay in the main process. */
export type ShellAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly reason: Explanation };

/** A `File` of the page, as this layer that knows no DOM sees it. */
export interface PageFile {
  readonly name: string;
  readonly size: number;
}

/** What the preload script offers the page as `window.almanac`. */
export interface ShellBridge {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly version: string;
  /** The user's languages, most wanted first, as BCP 47 tags. */
  readonly languages: readonly string[];
  /** The id of this window, under which its page keeps what is open in it. */
  readonly window: string;
  /** The ids of all windows that there were when this one was opened; what is stored for others may be removed. */
  readonly windows: readonly string[];
  /** An id that those of all windows opened since then stand behind, as texts are compared. */
  readonly opened: string;
  /** Calls the main process. An error loses its class and members on its way to the page: a refusal is an answer. */
  readonly call: <Name extends ShellCallName>(name: Name, parameters: ShellParameters<Name>) => Promise<ShellAnswer>;
  /** Hears {@link ShellEvent}s until the returned function is called. Check what comes against the schema. */
  readonly onEvent: (listener: (event: unknown) => void) => () => void;
  /** Absolute path of a file that was dropped on the page or chosen in it; empty where it is not on a disk. */
  readonly pathOf: (file: PageFile) => string;
  /** Asks for a port to the backend; it arrives as a window message of type `backendPortMessage` with one port. */
  readonly connectBackend: () => void;
}
