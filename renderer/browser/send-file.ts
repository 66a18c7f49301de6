import type { ShellAnswer } from '#shared/rpc/shell/shell.ts';

/**
 * Sends a file to the service, which keeps it for a while for the calls of this account.
 * @returns its path there; empty if it was cancelled
 */
export function sendFile(
  address: URL,
  file: File,
  onProgress: (fraction: number) => void,
  cancelled: Promise<void>,
): Promise<ShellAnswer> {
  // `fetch` does not report how much was sent.
  const request = new XMLHttpRequest();
  void cancelled.then(() => request.abort());
  return new Promise((resolve) => {
    const refuse = (said: string) => resolve({ kind: 'refused', reason: { code: 'not-sent', values: { said } } });
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    request.addEventListener('abort', () => resolve({ kind: 'done', result: '' }));
    request.addEventListener('error', () => refuse(request.statusText));
    request.addEventListener('load', () => {
      const { path, detail, file: [wrong] = [] } = answerOf(request.responseText);
      if (path === undefined) refuse(detail ?? wrong ?? request.statusText);
      else resolve({ kind: 'done', result: path });
    });
    const named = new URL(address);
    named.searchParams.set('filename', file.name);
    request.open('POST', named);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}

/** The path of the file, or why the service does not take it. */
interface Answer {
  readonly path?: string;
  readonly detail?: string;
  readonly file?: readonly string[];
}

function answerOf(text: string): Answer {
  try {
    // The service answers so.
    return JSON.parse(text) as Answer;
  } catch {
    // A proxy in front may answer with a page.
    return {};
  }
}
