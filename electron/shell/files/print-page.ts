import { BrowserWindow, type Session, session } from 'electron';

/** A page of HTML, and what becomes of it. */
export interface PrintRequest {
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
