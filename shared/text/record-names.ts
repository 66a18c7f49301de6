/** Members of an answer of JSON that hold its records, whatever else is beside them, in lower case. */
export const recordNames: readonly string[] = [
  ...['data', 'results', 'result', 'rows', 'records'],
  ...['items', 'value', 'values', 'entries', 'observations'],
];
