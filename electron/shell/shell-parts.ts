import { existsSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, Notification, powerMonitor } from 'electron';
import type { BackendOptions, EndedJob } from '#shared/rpc/backend-process.ts';
import type { SourceNews } from '#shared/rpc/shell/following-settings.ts';
import type { ShellEvent } from '#shared/rpc/shell/shell.ts';
import { shellEventChannel } from '#shared/rpc/shell/shell-channels.ts';
import type { MenuCommand } from '#shared/shortcuts.ts';
import type { Places } from '../lib/app-paths.ts';
import { QuitQuestion } from './app/quit-question.ts';
import { BackendProcess } from './backend-process/backend-process.ts';
import { NewsQueue } from './backend-process/news-queue.ts';
import { Notices } from './backend-process/notices.ts';
import type { CallParts, Report } from './calls/shell-calls.ts';
import { LogFile } from './diagnostics/log-file.ts';
import { AllowedTargets, Targets } from './files/allowed-targets.ts';
import { newsTexts } from './menu/source-news.ts';
import { OpenRequests } from './opening/open-requests.ts';
import { SettingsFile } from './settings/settings.ts';
import { FileOnDisk, type PutAside } from './settings/settings-file.ts';
import { type ShellWords, wordsIn } from './texts.ts';
import { watchWindow } from './windows/window-faults.ts';
import { Windows } from './windows/windows.ts';

export interface ShellParts extends CallParts {
  readonly backend: BackendProcess;
  readonly quitQuestion: QuitQuestion;
  /** Runs a command in the most recently used window. */
  readonly run: (command: MenuCommand) => void;
  readonly report: Report;
  /** Hands the page of a window a port to the backend. */
  readonly connect: (window: BrowserWindow) => void;
}

/** Creates the parts of the shell and connects them; nothing runs yet. */
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
  const onDamaged = ({ file, kept }: PutAside) =>
    notices.add({ kind: 'settings-damaged', message: null, where: file, kept });
  const fileIn = (name: string) => path.join(places.config, name);
  const settings = new SettingsFile(fileIn('settings.json'), onDamaged);
  // A backup has this file from the first start on, so that restoring it also restores what was never changed.
  if (!existsSync(fileIn('settings.json'))) settings.change({});
  const words = () => wordsIn(settings.read().language);
  const alive = new WeakSet<BrowserWindow>();
  const isAlive = (window: BrowserWindow) => alive.has(window);
  const showWith = (command: MenuCommand) => () => {
    windows.show();
    run(command);
  };
  const showJobs = showWith('jobs');
  const quitQuestion: QuitQuestion = new QuitQuestion({ words, window: () => windows.lastUsed(), showJobs });
  const windows = new Windows(settings, {
    watch: (window) => watchWindow(window, { report, isAlive, words }),
    mayQuit: () => quitQuestion.mayQuit(),
  });
  const notify = (event: ShellEvent) => windows.lastUsed()?.webContents.send(shellEventChannel, event);
  const run = (command: MenuCommand) => void notify({ kind: 'command', command });
  const isEnabled = () => settings.read().notifications;
  const sourceNews: NewsQueue = new NewsQueue({
    settings: () => settings.read().following,
    show: (news) => notifyOfSources(news, words(), showWith('followed')),
    record: (ids) => backend.send({ kind: 'record-announced', ids }),
  });
  let repair = false;
  // Only once: a backend that restarts by itself does not repair again.
  const nextOptions = () => {
    const options = { ...backendOptions(settings), repair };
    repair = false;
    return options;
  };
  const backend: BackendProcess = new BackendProcess(places, nextOptions, {
    onLine: (line) => write('backend', line),
    onLost: (reason) => announce({ kind: 'backend-lost', reason }),
    onNotice: (notice) => notices.add(notice),
    onRestored: () => void restartRestored(backend, settings).catch((error) => report('restore', error)),
    onUnfinishedJobs: (jobs) => quitQuestion.setJobs(jobs),
    onSourceNews: (news) => sourceNews.add(news),
    onAnnouncedRecorded: (ids) => sourceNews.recorded(ids),
    onJobEnded: (job) => notifyOfJob(job, { isEnabled, words, showJobs }),
  });
  powerMonitor.on('on-battery', () => backend.send({ kind: 'power', onBattery: true }));
  powerMonitor.on('on-ac', () => backend.send({ kind: 'power', onBattery: false }));
  return {
    settings,
    words,
    windows,
    run,
    restartBackend: () => backend.restart(),
    repairStore: () => {
      repair = true;
      return backend.restart();
    },
    limitCache: () => backend.send({ kind: 'cache', bytes: backendOptions(settings).cacheBytes }),
    setAutomaticChecks: () => {
      backend.send({ kind: 'automatic-checks', automatic: settings.read().following.automatic });
      sourceNews.look();
    },
    targets: new AllowedTargets(new FileOnDisk(fileIn('written-files.json'), Targets, [], onDamaged)),
    requests: new OpenRequests(() => void notify({ kind: 'open-requested' })),
    notices,
    diagnostics: { places, log, notices: () => notices.list() },
    backend,
    quitQuestion,
    report,
    connect: (window) => {
      alive.add(window);
      window.webContents.once('did-start-loading', () => alive.delete(window));
      backend.connect(window.webContents);
    },
  };
}

/** Windows, language, theme and shortcuts stay as the user sees them; the other settings are the restored ones. */
async function restartRestored(backend: BackendProcess, settings: SettingsFile): Promise<void> {
  const { windows, theme, language, shortcuts } = settings.read();
  await backend.restart(() => settings.change({ windows, theme, language, shortcuts }));
}

function backendOptions(settings: SettingsFile): Omit<BackendOptions, 'repair'> {
  const { service, cacheMegabytes, following } = settings.read();
  return {
    service,
    cacheBytes: cacheMegabytes * 1_000_000,
    automaticChecks: following.automatic,
    onBattery: app.isReady() && powerMonitor.isOnBatteryPower(),
  };
}

function announce(event: ShellEvent): void {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(shellEventChannel, event);
}

/** Keeps references: a notification that is garbage-collected loses its click handler. */
const open = new Set<Notification>();

/**
 * Shows one system notification about changes of followed data.
 * @param showFollowed brings a window to the front and shows what changed
 */
function notifyOfSources(news: readonly SourceNews[], words: ShellWords, showFollowed: () => void): void {
  if (!Notification.isSupported()) return;
  const { title, body } = newsTexts(words, news);
  const notification = new Notification({ title: `${app.name}: ${title}`, body });
  open.add(notification);
  notification.on('click', () => {
    open.delete(notification);
    showFollowed();
  });
  notification.on('close', () => open.delete(notification));
  notification.show();
}

/** What {@link notifyOfJob} needs. */
interface NotificationParts {
  readonly isEnabled: () => boolean;
  readonly words: () => ShellWords;
  /** Brings a window to the front and shows its jobs. */
  readonly showJobs: () => void;
}

/** Shows a system notification of a long job that ended while no Almanac window has the focus. */
function notifyOfJob({ kind, state, subject }: EndedJob, { isEnabled, words, showJobs }: NotificationParts): void {
  if (!isEnabled() || BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
  const title = words()[`${kind}${state === 'done' ? 'Done' : 'Failed'}`];
  const notification = new Notification({ title: `${app.name}: ${title}`, body: subject });
  notification.on('click', showJobs);
  notification.show();
}
