import Vips from 'wasm-vips';

type Library = Awaited<ReturnType<typeof Vips>>;

/** Keeps the library's messages about a damaged image, one for each part, out of the log. */
function silence(library?: { readonly ENV: Record<string, string> }): void {
  if (library) library.ENV.VIPS_WARNING = 'off';
}

let loading: Promise<Library> | null = null;

async function load(): Promise<Library> {
  // The package omits its decoders for AVIF, JPEG XL and SVG, which are not accepted.
  const vips = await Vips({ dynamicLibraries: [], preRun: silence });
  vips.blockUntrusted(true);
  vips.concurrency(1);
  return vips;
}

/** Decodes an image and makes its smaller pictures. Only for the disposable process: the bytes are untrusted. */
export async function derivePictures({ content, boxes, maxPixels }: DeriveTask): Promise<Uint8Array[]> {
  loading ??= load();
  const vips = await loading;
  const head = vips.Image.newFromBuffer(content);
  if (head.width * head.height > maxPixels) throw new Error('more pixels than its header declared');
  return boxes.map((box) => {
    const small = vips.Image.thumbnailBuffer(content, box.width, {
      height: box.height,
      size: 'down',
      // The library's option of the same name is not passed to the decoder.
      option_string: '[fail_on=truncated]',
    });
    return small.writeToBuffer('.webp', { Q: 82, keep: 'none' });
  });
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The content of a PNG, JPEG or WebP file, and the boxes for its smaller images. */
export interface DeriveTask {
  readonly content: Uint8Array;
  readonly boxes: readonly Box[];
  /** Maximum number of pixels to decode, whatever the header declared. */
  readonly maxPixels: number;
}
