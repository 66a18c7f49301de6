/** Identifies a dataset on one service. */
export interface DatasetName {
  readonly namespace: string;
  readonly dataset: string;
}
