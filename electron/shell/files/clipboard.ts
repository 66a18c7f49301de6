import { ClipboardItem, clipboard, type NativeImage, nativeImage } from 'electron';

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
