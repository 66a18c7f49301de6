/** By which a dataset is known on one service. */
export interface DatasetName {
  readonly namespace: string;
  readonly dataset: string;
}
