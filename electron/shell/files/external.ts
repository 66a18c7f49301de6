import { existsSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  BrowserWindow,
  ClipboardItem,
  clipboard,
  type NativeImage,
  nativeImage,
  type Session,
  session,
  shell,
} from 'electron';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { writeUserFile } from '../../lib/user-file.ts';
import type { AllowedTargets } from './allowed-targets.ts';

/** Extensions of files that contain only data. Nothing that the system would run or interpret is opened. */
const dataExtensions = new Set(['.csv', '.tsv', '.json', '.ndjson', '.geojson', '.parquet', '.xlsx', '.px', '.txt']);

/** The address if it may be handed to the browser. @throws {ExplainedError} unless it is plain http or https. */
export function webAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.hostname === '') {
    throw new ExplainedError(explain('only-web-addresses'));
  }
  if (address.username !== '' || address.password !== '') {
    throw new ExplainedError(explain('address-with-credentials'));
  }
  return address.href;
}

/** Opens a web address in the user's browser. */
export async function openWebAddress(text: string): Promise<void> {
  await shell.openExternal(webAddress(text));
}

/** Shows a file that Almanac wrote in the file manager. */
export function showInFolder(file: string, targets: AllowedTargets): void {
  if (!targets.hasBeside(file)) throw new ExplainedError(explain('only-own-files-shown'));
  if (!existsSync(file)) throw new ExplainedError(explain('file-gone', { file }));
  shell.showItemInFolder(path.resolve(file));
}

/** Opens a data file that Almanac wrote with its usual program. */
export async function openFile(file: string, targets: AllowedTargets): Promise<void> {
  if (!targets.has(file)) throw new ExplainedError(explain('only-own-files-opened'));
  if (!existsSync(file)) throw new ExplainedError(explain('file-gone', { file }));
  // The file may since have been replaced by a link to a program.
  const real = realpathSync(file);
  if (![file, real].every((name) => dataExtensions.has(path.extname(name).toLowerCase()))) {
    throw new ExplainedError(explain('only-data-files'));
  }
  const problem = await shell.openPath(real);
  if (problem !== '') throw new ExplainedError(explain('program-said', { text: problem }));
}

/**
 * Writes a file at a path that the user chose, atomically and durably.
 * @throws {ExplainedError} for any other path, and if the system refuses
 */
export async function writeChosenFile(file: string, content: Buffer, targets: AllowedTargets): Promise<void> {
  if (!targets.has(file)) throw new ExplainedError(explain('only-chosen-places-written'));
  try {
    await writeUserFile(file, (part) => writeFile(part, content));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(explain('file-not-written', { file, reason }));
  }
}

/** Puts a PNG image on the clipboard. */
export async function copyImage(png: Buffer<ArrayBuffer>): Promise<void> {
  // Before version 45, Electron has a separate call for images and no clipboard items.
  const writeImage: unknown = Reflect.get(clipboard, 'writeImage');
  if (typeof writeImage === 'function') {
    (writeImage as (image: NativeImage) => void).call(clipboard, nativeImage.createFromBuffer(png));
    return;
  }
  await clipboard.write([new ClipboardItem({ 'image/png': new Blob([png], { type: 'image/png' }) })]);
}

/** Puts a table on the clipboard: as text, and as HTML for programs that take the types of values from it. */
export async function copyTable(text: string, html: string): Promise<void> {
  // Runtimes without the asynchronous clipboard take both at once and have no clipboard items.
  if (typeof ClipboardItem !== 'function') {
    const write: unknown = Reflect.get(clipboard, 'write');
    (write as (data: { text: string; html: string }) => void).call(clipboard, { text, html });
    return;
  }
  const item = {
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([html], { type: 'text/html' }),
  };
  await clipboard.write([new ClipboardItem(item)]);
}

/** A page of HTML, and what becomes of it. */
interface PrintRequest {
  readonly html: string;
  readonly to: 'printer' | 'pdf';
  /** Of the paper in inches; null for what the printer has, or A4. */
  readonly paper: { readonly width: number; readonly height: number } | null;
}

/** A name that leads nowhere: nothing of this session reaches a network. */
const host = 'https://page.invalid';
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/** Pages that are being printed, by their path. */
const pages = new Map<string, string>();
let number = 0;

/** The session of printed pages, kept in memory, which answers every request itself. */
function printSession(): Session {
  const own = session.fromPartition('print');
  if (!own.protocol.isProtocolHandled('https')) {
    own.protocol.handle('https', ({ url }) => {
      const html = pages.get(new URL(url).pathname);
      if (html === undefined) return new Response(null, { status: 404 });
      return new Response(html, {
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
      });
    });
    own.webRequest.onBeforeRequest(({ url }, decide) =>
      decide({ cancel: !url.startsWith(`${host}/`) && !/^data:/.test(url) }),
    );
  }
  return own;
}

/**
 * Lays out a page without scripts in a window of its own that is never shown, and prints it: the system asks for the
 * printer.
 * @returns the PDF; empty for a page that was sent to a printer, or of which the user decided otherwise
 */
export async function printPage({ html, to, paper }: PrintRequest): Promise<Buffer> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: printSession(), javascript: false, sandbox: true, contextIsolation: true },
  });
  number += 1;
  const path = `/${number}`;
  pages.set(path, html);
  try {
    await window.loadURL(`${host}${path}`);
    const { webContents } = window;
    if (to === 'pdf') {
      const margins = paper === null ? {} : { margins: { top: 0, bottom: 0, left: 0, right: 0 } };
      return await webContents.printToPDF({ printBackground: true, pageSize: paper ?? 'A4', ...margins });
    }
    await new Promise<void>((resolve) => webContents.print({ printBackground: true }, () => resolve()));
    return Buffer.alloc(0);
  } finally {
    pages.delete(path);
    window.destroy();
  }
}
