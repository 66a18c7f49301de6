import type { ShellCallName, ShellParameters, ShellResult } from '#shared/rpc/shell/shell.ts';
import defaults from './shell-settings.json' with { type: 'json' };

/** Key of the settings that the main process stores for the desktop's windows. */
const settingsKey = 'almanac-shell';

/** In place of keys that browsers keep for their own tabs and windows. The reader can change them like all others. */
const keysForBrowsers = {
  'next-tab': 'alt+PageDown',
  'previous-tab': 'alt+PageUp',
  'close-tab': 'alt+shift+W',
  'reopen-tab': 'alt+shift+T',
};

type Stored = Pick<ShellResult<'readShellSettings'>, 'theme' | 'language' | 'shortcuts'>;

function stored(): Partial<Stored> {
  try {
    // Written below; what another release wrote is checked member by member where it is used.
    return JSON.parse(localStorage.getItem(settingsKey) ?? '{}') as Partial<Stored>;
  } catch {
    return {};
  }
}

function store(change: Partial<Stored>): void {
  localStorage.setItem(settingsKey, JSON.stringify({ ...stored(), ...change }));
}

/** The settings of a program that a browser does not have are off. */
function readShellSettings(): ShellResult<'readShellSettings'> {
  const shortcuts = { ...keysForBrowsers, ...stored().shortcuts };
  return { ...defaults, ...stored(), shortcuts } as ShellResult<'readShellSettings'>;
}

/** Without a secure connection browsers have no clipboard for pages, but still copy what is selected. */
function copySelected(text: string, html?: string): void {
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    if (html !== undefined) event.clipboardData?.setData('text/html', html);
    event.preventDefault();
  };
  document.addEventListener('copy', onCopy, { once: true, capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy, { capture: true });
}

async function copyItems(items: Readonly<Record<string, Blob>>, fallback: () => void): Promise<void> {
  if (!('clipboard' in navigator) || !('ClipboardItem' in globalThis)) return fallback();
  await navigator.clipboard.write([new ClipboardItem(items)]);
}

const textBlob = (text: string, type: string) => new Blob([text], { type });

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Hands a file to the browser, which asks where to save it, or saves it as the reader prefers. */
function download(name: string, content: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Prints a page without scripts from a frame, whose styles need the nonce of this page. */
function print(html: string): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.srcdoc = html.replaceAll('<style', `<style nonce="${nonce}"`);
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  });
  document.body.append(frame);
}

type Calls = { [Name in ShellCallName]?: (parameters: ShellParameters<Name>) => unknown };

/** What a page can do by itself of the calls to the main process. The others are beyond its capabilities. */
export const pageCalls: Calls = {
  setTheme: ({ theme }) => store({ theme }),
  setLanguage: ({ language }) => store({ language }),
  setShortcuts: ({ changed }) => store({ shortcuts: changed }),
  readShellSettings,
  copyText: ({ text }) => copyItems({ 'text/plain': textBlob(text, 'text/plain') }, () => copySelected(text)),
  copyTable: ({ text, html }) =>
    copyItems({ 'text/plain': textBlob(text, 'text/plain'), 'text/html': textBlob(html, 'text/html') }, () =>
      copySelected(text, html),
    ),
  copyImage: ({ png }) => copyItems({ 'image/png': new Blob([bytesOf(png)], { type: 'image/png' }) }, () => {}),
  openAddress: ({ address }) => {
    if (/^https?:\/\/[^/@]+(\/|$)/i.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
  },
  // The browser asks for the place itself, when the file is there.
  chooseSaveTarget: ({ name }) => name,
  writeChosenFile: ({ path, content }) => download(path, bytesOf(content)),
  printPage: ({ html }) => {
    print(html);
    return '';
  },
  takeOpenRequests: () => [],
  listNotices: () => [],
};
