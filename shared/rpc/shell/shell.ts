import { type Static, Type } from 'typebox';
import { ExplanationSchema } from '../../failures/schemas.ts';
import type { Explanation } from '../../failures.ts';
import type { Immutable } from '../../immutable.ts';
import { OpenLink } from '../../open-link.ts';
import { oneOf, orNull } from '../../schema-parts.ts';
import { menuCommands } from '../../shortcuts.ts';
import { Notice } from '../backend-process.ts';
import { call, done, nothing } from '../call.ts';
import type { ShellCapabilities } from './capabilities.ts';
import { shellSettingsCalls } from './shell-settings.ts';

const path = Type.String({ minLength: 1, maxLength: 4096 });
/** Bytes as base64, at most 64 MB of them. */
const base64 = Type.String({ maxLength: 90_000_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' });
const title = Type.String({ maxLength: 200 });
const inches = Type.Number({ minimum: 1, maximum: 100 });

/** File types for a dialog: a display name, and file extensions without a dot; `*` for all. */
const FileKind = Type.Object({
  name: Type.String({ maxLength: 100 }),
  extensions: Type.Array(Type.String({ pattern: '^([A-Za-z0-9.]{1,20}|\\*)$' }), { minItems: 1, maxItems: 100 }),
});
export type FileKind = Static<typeof FileKind>;

/** What the user asked Almanac to open from outside: by a file manager, a link, or the arguments of another start. */
export const OpenRequest = Type.Union([
  Type.Object({ kind: Type.Literal('file'), path: Type.String() }),
  Type.Object({ kind: Type.Literal('link'), link: OpenLink }),
  /** A link that cannot be understood: `reason` says why. */
  Type.Object({ kind: Type.Literal('refused'), address: Type.String(), reason: ExplanationSchema }),
]);
export type OpenRequest = Immutable<Static<typeof OpenRequest>>;

/** The calls from the window to the main process: only what needs the operating system. */
export const shellCalls = {
  setTheme: call(
    Type.Object({ theme: Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('system')]) }),
    done,
  ),
  copyText: call(Type.Object({ text: Type.String({ maxLength: 1_000_000 }) }), done),
  /** Puts a table on the clipboard: as text, and as HTML for programs that take types from it. */
  copyTable: call(
    Type.Object({ text: Type.String({ maxLength: 1_000_000 }), html: Type.String({ maxLength: 20_000_000 }) }),
    done,
  ),
  copyImage: call(Type.Object({ png: base64 }), done),
  /** Lays out a page without scripts. Returns it as PDF in base64, or an empty text once it was sent to a printer. */
  printPage: call(
    Type.Object({
      html: Type.String({ maxLength: 50_000_000 }),
      to: Type.Union([Type.Literal('printer'), Type.Literal('pdf')]),
      /** Of the paper in inches; null for that of the printer. */
      paper: orNull(Type.Object({ width: inches, height: inches })),
    }),
    base64,
  ),
  /** Opens a web address in the user's browser. Fails unless it is http or https, without a password. */
  openAddress: call(Type.Object({ address: Type.String({ minLength: 1, maxLength: 4096 }) }), done),
  /** Asks the user for files to read; returns absolute paths, none if they cancelled. */
  chooseFiles: call(
    Type.Object({ title, multiple: Type.Boolean(), kinds: Type.Array(FileKind, { maxItems: 20 }) }),
    Type.Array(Type.String()),
  ),
  /** Asks the user for a folder, which the dialog can create; null if they cancelled. */
  chooseFolder: call(Type.Object({ title }), orNull(Type.String())),
  /** Asks the user where to write a file (the dialog asks before replacing one); null if they cancelled. */
  chooseSaveTarget: call(
    Type.Object({ title, name: Type.String({ maxLength: 255 }), kinds: Type.Array(FileKind, { maxItems: 20 }) }),
    orNull(Type.String()),
  ),
  /** Writes a file atomically. Only one that the user chose with `chooseSaveTarget`. */
  writeChosenFile: call(Type.Object({ path, content: base64 }), done),
  /** Shows a file in the file manager. Only one that the user chose with `chooseSaveTarget`, or one beside it. */
  showInFolder: call(Type.Object({ path }), done),
  /** Opens a data file with its usual program. Only one that the user chose with `chooseSaveTarget`. */
  openFile: call(Type.Object({ path }), done),
  /** Requests since the last call; the event `open-requested` announces new ones. */
  takeOpenRequests: call(nothing, Type.Array(OpenRequest)),
  /** What the user should know and has not dismissed. Every change is announced by `notices-changed`. */
  listNotices: call(nothing, Type.Array(Notice)),
  /**
   * Rebuilds a lost catalogue from the files beside it; resolves or fails when that has ended. A notice reports the
   * outcome.
   */
  rebuildCatalogue: call(nothing, done),
  dismissNotice: call(Type.Pick(Notice, ['kind', 'where']), done),
  showOwnFolder: call(Type.Object({ folder: oneOf('data', 'config', 'cache', 'logs') }), done),
  /** The whole diagnostics report, to be read before it is shared. */
  readDiagnostics: call(nothing, Type.String()),
  /** Asks for a file and writes that report; returns the file, null if the user cancelled. */
  saveDiagnostics: call(nothing, orNull(Type.String())),
  newWindow: call(nothing, done),
  closeWindow: call(nothing, done),
  ...shellSettingsCalls,
} as const;

export type ShellCalls = typeof shellCalls;
export type ShellCallName = keyof ShellCalls;
export type ShellParameters<Name extends ShellCallName> = Static<ShellCalls[Name]['parameters']>;
export type ShellResult<Name extends ShellCallName> = Static<ShellCalls[Name]['result']>;
export type ShellFunctions<Context = void> = {
  [Name in ShellCallName]: (
    parameters: ShellParameters<Name>,
    context: Context,
  ) => Promise<Immutable<ShellResult<Name>>>;
};

/** Events from the main process to the windows. An event says that something changed; the window asks again. */
export const ShellEvent = Type.Union([
  /** There are requests for `takeOpenRequests`. */
  Type.Object({ kind: Type.Literal('open-requested') }),
  /** The backend ended or hangs and is being restarted; a new port means that it is back. */
  Type.Object({
    kind: Type.Literal('backend-lost'),
    reason: Type.Union([Type.Literal('ended'), Type.Literal('unresponsive')]),
  }),
  Type.Object({ kind: Type.Literal('notices-changed') }),
  /** A native menu item was chosen: the window runs its command of that id. */
  Type.Object({ kind: Type.Literal('command'), command: oneOf(...menuCommands) }),
]);
export type ShellEvent = Immutable<Static<typeof ShellEvent>>;

/** The response to a call between processes; an error's class and stack stay in the main process. */
export type ShellAnswer =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly reason: Explanation };

/** A `File` of the page, for this layer that does not know the DOM. */
export interface PageFile {
  readonly name: string;
  readonly size: number;
}

/** What the surroundings of a page offer it as `window.almanac`: the preload script, or the script of a browser page. */
export interface ShellBridge {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly version: string;
  /** The user's languages in order of preference, as BCP 47 tags. */
  readonly languages: readonly string[];
  readonly capabilities: ShellCapabilities;
  /** The id of this window, under which its page stores its tabs. */
  readonly window: string;
  /** The ids of all windows that existed when this one was opened; what is stored for others may be removed. */
  readonly windows: readonly string[];
  /** The ids of all windows opened later sort after this one. */
  readonly opened: string;
  /**
   * Calls the main process. Errors would lose their class and members on the way to the page, so a refusal is returned
   * as a value.
   */
  readonly call: <Name extends ShellCallName>(name: Name, parameters: ShellParameters<Name>) => Promise<ShellAnswer>;
  /** Subscribes to {@link ShellEvent}s until the returned function is called. Validate what arrives. */
  readonly onEvent: (listener: (event: unknown) => void) => () => void;
  /**
   * Path for calls to the backend of a file that was dropped on the page or chosen in it; empty if it is not on a disk.
   * A browser sends the file first.
   * @param onProgress called with the sent fraction
   * @param cancelled resolves if the user no longer wants it
   */
  readonly takeFile: (
    file: PageFile,
    onProgress: (fraction: number) => void,
    cancelled: Promise<void>,
  ) => Promise<ShellAnswer>;
  /** Requests a port to the backend, which arrives as a window message of type `backendPortMessage` with one port. */
  readonly connectBackend: () => void;
}
