import type { ColumnType } from '#shared/api/column.ts';
import type { SourceFormat } from '#shared/rpc/source-file.ts';

/** A column of a sample as its file names it, and its description. */
export interface SampleColumn {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** Set if the type must not be detected from the file. */
  readonly type?: ColumnType;
}

/** How a file of the collection is converted to the published files. */
type Preparation =
  /** Published unchanged. */
  | { readonly kind: 'as-is' }
  /**
   * A Parquet file without redundant columns: these are stored once in a separate file, and the column `by` contains
   * the row there. They follow each other in the file. The published version has the same rows, columns and types as
   * the file.
   */
  | { readonly kind: 'looked-up'; readonly columns: readonly string[]; readonly by: string }
  /** An object of a TopoJSON file is unfolded to GeoJSON; each feature's id becomes the property `idColumn`. */
  | { readonly kind: 'topojson'; readonly object: string; readonly idColumn: string }
  /** A delimited file that grew by its first column, a date: one version for each day it had grown to, oldest first. */
  | { readonly kind: 'grown'; readonly days: readonly string[] };

/** A sample dataset: its texts and the source of its rows. */
export interface Sample {
  readonly slug: string;
  readonly label: string;
  /** Description; source and licence are added from the collection's own record. */
  readonly description: string;
  /** Name of the file in the collection. */
  readonly file: string;
  readonly format: SourceFormat;
  readonly preparation: Preparation;
  /** Two columns that together make a point column. */
  readonly point?: { readonly longitude: string; readonly latitude: string; readonly name: string };
  readonly columns: readonly SampleColumn[];
}

/** A sample namespace and its datasets, in the order in which they are shown. */
export interface SampleNamespace {
  readonly slug: string;
  readonly label: string;
  readonly description: string;
  readonly datasets: readonly Sample[];
}
