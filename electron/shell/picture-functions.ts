import { once } from 'node:events';
import type { BrowserWindow } from 'electron';
import type { PictureFrame } from '#shared/rpc/window-picture.ts';
import type { KeptPictures } from './kept-pictures.ts';
import type { DrawnPixels } from './picture-png.ts';
import type { WindowFunctions } from './shell-calls.ts';
import type { Windows } from './windows.ts';

interface PictureParts {
  readonly windows: Windows;
  readonly pictures: KeptPictures;
}

/** The functions behind the window's calls about its picture. */
export function pictureFunctions(parts: PictureParts): Pick<WindowFunctions, 'keepPicture' | 'forgetPicture'> {
  const { windows, pictures } = parts;
  return {
    async keepPicture(frame, window) {
      const id = windows.idOf(window);
      if (id !== undefined) await pictures.keep(id, frame, () => takePicture(window, frame));
    },
    async forgetPicture(_, window) {
      const id = windows.idOf(window);
      if (id !== undefined) await pictures.forget(id);
    },
  };
}

/** Null where nothing is drawn, or not in the size that the page has by what it says. */
async function takePicture(window: BrowserWindow, { width, height, ratio }: PictureFrame): Promise<Uint8Array | null> {
  if (!window.isVisible() || window.isMinimized()) return null;
  try {
    const image = await window.webContents.capturePage();
    const size = image.getSize();
    const fits = Math.abs(size.width - width * ratio) < 1 + ratio && Math.abs(size.height - height * ratio) < 1 + ratio;
    const bytes = image.toBitmap();
    return fits && bytes.length === size.width * size.height * 4 ? await packed({ ...size, bytes }) : null;
  } catch {
    // The window is being closed, or its surface is gone for a moment.
    return null;
  }
}

async function packed(pixels: DrawnPixels): Promise<Uint8Array> {
  // Not needed for a start.
  const { Worker } = await import('node:worker_threads');
  const [png] = await once(
    new Worker(new URL('./picture-worker.cjs', import.meta.url), { workerData: pixels }),
    'message',
  );
  return png;
}
