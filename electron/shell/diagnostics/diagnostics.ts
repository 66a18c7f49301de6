import { existsSync, readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus, freemem, homedir, release, totalmem } from 'node:os';
import path from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { Notice } from '#shared/rpc/backend-process.ts';
import type { Places } from '../../lib/app-paths.ts';
import { chooseSaveTarget } from '../files/file-dialogs.ts';
import type { LogFile } from './log-file.ts';

export interface DiagnosticsParts {
  readonly places: Places;
  readonly log: LogFile;
  readonly notices: () => readonly Notice[];
}

/** How much of the log a report includes: enough for the last days, short enough to read. */
const logBytes = 200_000;

/**
 * Describes this installation as plain text that the user can read before sharing it: versions, sizes, notices, the
 * log. No name of a dataset or service, no address, no cell, no token.
 */
export function diagnosticsText({ places, log, notices }: DiagnosticsParts): string {
  const sections: [string, string][] = [
    ['Almanac', versions()],
    ['Computer', computer()],
    ['Processes', processes()],
    ['Places', placeSizes(places)],
    ['Notices', lines(notices().map(({ kind }) => kind)) || 'none'],
    ['Log', log.tail(logBytes) || 'empty'],
  ];
  return sections.map(([title, text]) => `## ${title}\n\n${text.trimEnd()}\n`).join('\n');
}

/**
 * Asks for a file and writes the report there. @param title of the dialog @returns the file, null if the user cancelled
 */
export async function saveDiagnostics(
  window: BrowserWindow,
  parts: DiagnosticsParts,
  title: string,
): Promise<string | null> {
  const day = new Date().toISOString().slice(0, 10);
  const kinds = [{ name: 'Text', extensions: ['txt'] }];
  const request = { title, name: `almanac-diagnostics-${day}.txt`, kinds };
  const target = await chooseSaveTarget(window, request);
  if (target !== null) await writeFile(target, diagnosticsText(parts));
  return target;
}

function versions(): string {
  const { electron, chrome, node, v8 } = process.versions;
  const packaged = app.isPackaged ? 'packaged' : 'from its sources';
  return lines([`${app.getVersion()}, ${packaged}`, `Electron ${electron}, Chrome ${chrome}, Node ${node}, V8 ${v8}`]);
}

function computer(): string {
  const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  const [processor] = cpus();
  return lines([
    `${process.platform} ${release()} ${process.arch}`,
    `${cpus().length} × ${processor?.model ?? 'unknown processor'}`,
    `memory: ${gigabytes(totalmem())}, free ${gigabytes(freemem())}`,
    `language: ${app.getLocale()}`,
    ...Object.entries(app.getGPUFeatureStatus()).map(([feature, status]) => `${feature}: ${status}`),
  ]);
}

function processes(): string {
  return lines(
    app.getAppMetrics().map(({ type, name, memory, cpu }) => {
      const megabytes = Math.round(memory.workingSetSize / 1024);
      return `${name ?? type}: ${megabytes} MiB, ${cpu.percentCPUUsage.toFixed(1)} % of a processor`;
    }),
  );
}

function placeSizes(places: Places): string {
  return lines(
    Object.entries(places).map(([name, folder]: [string, string]) => {
      const shown = folder.replace(homedir(), '~');
      return `${name}: ${shown}: ${existsSync(folder) ? `${(bytesIn(folder) / 1e6).toFixed(1)} MB` : 'not there'}`;
    }),
  );
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of entriesOf(folder)) {
    const one = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += bytesIn(one);
    else if (entry.isFile()) bytes += statSync(one, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/** Folders appear and disappear while the service runs: one that was just removed counts as empty. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function lines(texts: readonly string[]): string {
  return texts.join('\n');
}
