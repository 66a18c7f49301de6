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
