import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { DatasetName } from '../../connector/dataset-name.ts';
import type { Source } from '../../connector/source.ts';

/** Lets `act` read a service. */
export type UseSource = <Result>(act: (source: Source) => Promise<Result>) => Promise<Result>;

/** A question for groups of the rows of a dataset. */
export interface GroupQuestion {
  readonly source: Source;
  readonly name: DatasetName;
  readonly query: AggregateQuery;
  /** Groups `offset` to `offset + limit`, the end not included. */
  readonly offset: number;
  readonly limit: number;
  /** Most rows that are read where only that is left. */
  readonly maxRows: number;
}
