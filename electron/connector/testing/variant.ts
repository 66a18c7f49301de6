import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Column } from '#shared/api/column.ts';
import type { GeometryForm, RowShape } from './row-shapes.ts';

/** How one service differs from the specification; what is left out follows it. */
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
  /** Fields of records that it leaves out. */
  readonly leavesOut?: readonly string[];
  /** Path at which it lies, with slashes around. */
  readonly path?: string;
  readonly encoding?: 'gzip' | 'br' | 'deflate';
  /** Answers 400 for parameters that it does not know. */
  readonly strict?: boolean;
  /** Sends each answer with an ETag and honours `If-None-Match`. */
  readonly tags?: boolean;
  /** The token without which rows and dataset are refused. */
  readonly token?: string;
  /** The columns that the record of `everything` names, in place of the usual ones. */
  readonly columns?: readonly Pick<Column, 'name' | 'type'>[];
  /** Slug of the newest version, asked for every record. */
  readonly version?: () => string;
  /** Rows of the dataset, asked for every page. */
  readonly count?: () => number;
  /** Does something else for a request; true when it has answered. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse, address: URL) => boolean;
}
