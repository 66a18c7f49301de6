import path from 'node:path';
import { BrowserWindow } from 'electron';
import { type ShellEvent, shellEventChannel } from '#shared/rpc/shell.ts';
import type { Places } from '../places.ts';
import { BackendProcess } from './backend-process.ts';
import { GivenTargets, Targets } from './given-targets.ts';
import { KeptFile, type PutAside } from './kept-file.ts';
import { LogFile } from './log/log-file.ts';
import { Notices } from './notices.ts';
import { OpenRequests } from './open-requests.ts';
import { SettingsFile } from './settings.ts';
import type { Report } from './shell-calls.ts';
import type { CallParts } from './window-functions.ts';

/** All that the shell works with. */
export interface ShellParts extends CallParts {
  readonly backend: BackendProcess;
  readonly report: Report;
  /** Hands the page of a window a port to the backend. */
  readonly connect: (window: BrowserWindow) => void;
  /** Whether the page of a window has asked for such a port since it was loaded. */
  readonly isAlive: (window: BrowserWindow) => boolean;
}

/** Puts the shell's parts together; nothing runs yet. */
export function makeParts(places: Places): ShellParts {
  const log = new LogFile(places.logs);
  const write = (who: string, line: string) => {
    process.stderr.write(`${line}\n`);
    log.write(who, line);
  };
  const report: Report = (where, error) => {
    write('shell', `${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  const notices = new Notices(() => announce({ kind: 'notices-changed' }));
  const onDamaged = (put: PutAside) => notices.add(settingsDamaged(put));
  const fileIn = (name: string) => path.join(places.config, name);
  const backend = new BackendProcess(places, {
    onLine: (line) => write('backend', line),
    onLost: (reason) => announce({ kind: 'backend-lost', reason }),
    onNotice: (notice) => notices.add(notice),
  });
  const alive = new WeakSet<BrowserWindow>();
  return {
    settings: new SettingsFile(fileIn('settings.json'), onDamaged),
    targets: new GivenTargets(new KeptFile(fileIn('written-files.json'), Targets, [], onDamaged)),
    requests: new OpenRequests(() => announce({ kind: 'open-requested' })),
    notices,
    diagnostics: { places, log, notices: () => notices.list() },
    backend,
    report,
    connect: (window) => {
      alive.add(window);
      window.webContents.once('did-start-loading', () => alive.delete(window));
      backend.connect(window.webContents);
    },
    isAlive: (window) => alive.has(window),
  };
}

/** Tells every window. */
function announce(event: ShellEvent): void {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(shellEventChannel, event);
}

function settingsDamaged({ file, kept }: PutAside) {
  return {
    kind: 'settings-damaged',
    message: 'A settings file could not be read. It was put aside, and its first values are used.',
    where: file,
    kept,
  } as const;
}
