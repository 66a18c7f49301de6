import { encode } from 'fast-png';

/** What was drawn, from the top left, four bytes a pixel: blue, green, red, and how opaque, which is wholly. */
export interface DrawnPixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** The content of a PNG file. */
export function pngOf({ width, height, bytes }: DrawnPixels): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data[pixel * 3] = bytes[pixel * 4 + 2] ?? 0;
    data[pixel * 3 + 1] = bytes[pixel * 4 + 1] ?? 0;
    data[pixel * 3 + 2] = bytes[pixel * 4] ?? 0;
  }
  return encode({ width, height, channels: 3, depth: 8, data });
}
