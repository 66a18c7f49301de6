import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { DrawPicture, PictureFormat, PictureRequest } from '#shared/embed.ts';
import { failureOf } from '#shared/english/explained-error.ts';
import type { Failure } from '#shared/failures.ts';
import { createBackendCaller } from '#shared/rpc/port-protocol.ts';

/** A picture to draw. */
export interface PictureTask {
  /** Path of the file that the build makes of the window's drawing of charts. */
  readonly drawing: string;
  readonly request: PictureRequest;
  readonly format: PictureFormat;
  /** Answers calls as the port of a page does. */
  readonly port: MessagePort;
}

type PictureAnswer =
  | { readonly kind: 'drawn'; readonly picture: Uint8Array }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The rows have a condition without a meaning in the dataset. */
  | { readonly kind: 'invalid'; readonly message: string };

/** Draws a picture in a thread, and reads what it shows through a port, as the page of a browser does. */
export async function drawInThread({ drawing, request, format, port }: PictureTask): Promise<PictureAnswer> {
  const caller = createBackendCaller(
    (message) => port.postMessage(message),
    () => {},
  );
  port.on('message', caller.receive);
  try {
    const { drawPicture } = load(drawing) as { readonly drawPicture: DrawPicture };
    const svg = await drawPicture(request, caller.call);
    return { kind: 'drawn', picture: format === 'svg' ? Buffer.from(svg) : await pngOf(svg) };
  } catch (error) {
    // Of the drawing's own bundle, where its class is another one.
    if (error instanceof Error && error.name === 'RowQueryError') return { kind: 'invalid', message: error.message };
    const failure = failureOf(error);
    if (failure.kind === 'internal') throw error;
    return { kind: 'failed', failure };
  } finally {
    port.close();
  }
}

const load = createRequire(import.meta.url);

/** As wide as the letters that charts are laid out for. The machine may have no fonts at all. */
const fontFiles = ['400Regular/Arimo_400Regular', '700Bold/Arimo_700Bold'];

let starting: Promise<Uint8Array[]> | null = null;

async function startRenderer(): Promise<Uint8Array[]> {
  await initWasm(readFileSync(load.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return fontFiles.map((name) => readFileSync(load.resolve(`@expo-google-fonts/arimo/${name}.ttf`)));
}

async function pngOf(svg: string): Promise<Uint8Array> {
  starting ??= startRenderer();
  const fontBuffers = await starting;
  const renderer = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Arimo', sansSerifFamily: 'Arimo' } });
  const image = renderer.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    renderer.free();
  }
}
