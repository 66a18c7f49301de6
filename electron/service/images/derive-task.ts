/** Width and height in pixels. */
export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The content of a PNG, JPEG or WebP file, and the boxes that its smaller pictures are to fit into. */
export interface DeriveTask {
  readonly content: Uint8Array;
  readonly boxes: readonly Box[];
  /** More pixels than this are not decoded, whatever the reader of heads took the file for. */
  readonly maxPixels: number;
}
