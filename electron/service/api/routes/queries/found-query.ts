import type { QueryEntry } from '../../../catalogue/records/queries.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';

export interface FoundQuery extends LocatedDataset {
  readonly query: QueryEntry;
}
