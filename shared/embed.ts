import type { Chart } from './chart.ts';
import type { Language } from './locales/languages.ts';
import type { BackendCaller } from './rpc/port-protocol.ts';

/** What an embedded page shows of a dataset. */
export const embeddedViews = ['grid', 'chart', 'map', 'summary', 'number'] as const;
export type EmbeddedView = (typeof embeddedViews)[number];

/** Path of embedded pages at a service that serves the window. Their parameters are those of a link, and these. */
export const embedPath = 'embed/';

/** Parameters of an embedded page besides those of its link. */
export const embedParameters = { view: 'as', theme: 'theme', language: 'lang' } as const;

/** `type` of the message by which an embedded page reports its height in pixels (`height`) to the page around it. */
export const embedHeightMessage = 'almanac:height';

/** Formats of a chart as a picture. */
export const pictureFormats = ['svg', 'png'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Path of a chart as a picture, with the parameters of its embedded page, and `width` and `height`. */
export function picturePath(format: PictureFormat): string {
  return `${embedPath}chart.${format}`;
}

/** Pixels that a picture may have along each side. */
export const pictureSides = {
  width: { least: 200, most: 2000 },
  height: { least: 150, most: 2000 },
} as const;

/** A chart to draw as a picture. */
export interface PictureRequest {
  readonly namespace: string;
  readonly dataset: string;
  /** The row query as parameters, as a link has it. */
  readonly view: readonly (readonly [name: string, value: string])[];
  readonly chart: Chart;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  /** In pixels; null for the usual one, and for a height that follows from what is drawn. */
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Draws a chart as SVG. The build makes a file of it that the service loads.
 * @param call reads what is drawn
 * @throws {BackendFailure} if that cannot be read
 * @throws {RowQueryError} if the view names what the dataset does not have
 */
export type DrawPicture = (request: PictureRequest, call: BackendCaller['call']) => Promise<string>;
