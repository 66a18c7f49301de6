/** Columns in display order, by name. */
export type ColumnLayout = readonly {
  readonly name: string;
  readonly hidden: boolean;
  readonly frozen: boolean;
  /** In pixels; 0 for the automatic width. */
  readonly width: number;
}[];
