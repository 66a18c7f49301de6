import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import type { Source } from '../../connector/source.ts';

/** Lets `act` read a service. */
export type UseSource = <Result>(act: (source: Source) => Promise<Result>) => Promise<Result>;

/** A request for groups of a dataset's rows. */
export interface GroupQuestion {
  readonly source: Source;
  readonly name: DatasetName;
  readonly query: AggregateQuery;
  /** Groups `offset` to `offset + limit` (exclusive). */
  readonly offset: number;
  readonly limit: number;
  /** Maximum number of rows to read if nothing else can answer. */
  readonly maxRows: number;
}
