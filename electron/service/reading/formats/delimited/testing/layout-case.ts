import type { TextLayout } from '../../layouts.ts';
import type { LayoutOptions } from '../detect-layout.ts';

/** The layout of most texts. */
export const usualLayout: Omit<TextLayout, 'names'> = {
  delimiter: ',',
  quote: '"',
  escaping: '"',
  newline: '\n',
  header: true,
  headerRows: 1,
  skip: 0,
  comment: '',
  unnamed: null,
  emptyFields: 0,
  regular: true,
  unseparated: null,
  otherTable: null,
};

/** A text, the names of its columns, and what is different from most texts. */
export type LayoutCase = [
  what: string,
  text: string,
  names: string[],
  other: Partial<TextLayout>,
  options?: LayoutOptions,
];
