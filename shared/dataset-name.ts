/** Identifies a dataset of one service by the slugs in its address. */
export interface DatasetName {
  readonly namespace: string;
  readonly dataset: string;
}
