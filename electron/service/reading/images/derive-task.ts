/** Width and height in pixels. */
export interface Box {
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
