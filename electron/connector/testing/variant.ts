import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Column } from '#shared/api/column.ts';
import type { GeometryForm, RowShape } from './row-shapes.ts';

/** How one service differs from the specification; missing fields follow it. */
export interface Variant {
  readonly paging?: 'offset' | 'number' | 'number-sized' | 'cursor' | 'cursor-counted' | 'none';
  /** Default and maximum rows per page. */
  readonly pageSize?: number;
  /** Lists as an envelope (the default), as a bare array, or as a GeoJSON FeatureCollection. */
  readonly list?: 'envelope' | 'bare' | 'collection' | 'collection-in-envelope';
  readonly shape?: RowShape;
  readonly geometry?: GeometryForm;
  /** How it writes its own addresses. */
  readonly addresses?: 'own' | 'behind-proxy' | 'relative' | 'with-format';
  /** Missing fields of its records. */
  readonly leavesOut?: readonly string[];
  /** Its path, with slashes around. */
  readonly path?: string;
  readonly encoding?: 'gzip' | 'br' | 'deflate';
  /** Answers 400 to unknown parameters. */
  readonly strict?: boolean;
  /** The token that rows and dataset require. */
  readonly token?: string;
  /** The columns in the record of `everything`, instead of the usual ones. */
  readonly columns?: readonly Pick<Column, 'name' | 'type'>[];
  /** Slug of the newest version, called for every record. */
  readonly version?: () => string;
  /** Number of rows in the dataset, called for every page. */
  readonly count?: () => number;
  /** Handles a request in another way; true if it has answered. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse, address: URL) => boolean;
}
