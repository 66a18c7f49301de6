import type { TextsLike } from '../shape.ts';

/** Words of summaries. The other languages follow its shape. */
export const summaryEn = {
  summary: {
    columnsHint: 'Drag a column onto a field below, or press Enter to add it to the rows.',
    addFor: 'Summarise by {{column}}',
    settings: 'Summary settings',
    rows: 'Rows',
    columns: 'Columns',
    measures: 'Values',
    add: 'Add…',
    full: 'At most {{count, number}} entries under {{place}}: remove one to add another.',
    remove: 'Remove {{name}}',
    moveUp: 'Move {{name}} up',
    moveDown: 'Move {{name}} down',
    functionOf: 'Function of {{name}}',
    emptyTitle: 'Choose a column to summarise by',
    emptyText: 'Totals are calculated over all rows that the filters select, never from subtotals.',
    title: '{{measures}} by {{keys}}',
    grid: 'Summary of {{name}}',
    total: 'Total',
    heat: 'Heat shading',
    collapseAll: 'Collapse all',
    expandAll: 'Expand all',
    loading: 'Calculating…',
    nothing: 'No rows to summarise',
    nothingText: 'The filters of this tab leave no rows.',
    tooLarge: 'Too many groups',
    tooLargeText:
      'This summary has {{count, number}} groups; up to {{most, number}} are shown. Remove a key, choose larger steps, or filter the rows.',
    actions: 'Actions of the summary',
    saveXlsx: 'Save as XLSX…',
    saveCsv: 'Save as CSV…',
    copy: 'Copy table',
    copyAddress: 'Copy address of the data',
    saved: 'Saved {{name}}',
    noRowsBehind: 'No filter selects exactly these rows',
    keys: 'Arrow keys move; Left and Right on a row heading collapse and expand it; Enter shows the rows behind a cell.',
  },
};

/** The shape that every language fills. */
export type SummaryMessages = TextsLike<typeof summaryEn>;
