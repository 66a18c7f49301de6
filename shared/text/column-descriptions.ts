/**
 * The descriptions of columns from rows of units and descriptions below the header: the joined texts of each column,
 * without the JSON identifiers that survey programs write there.
 * @param columns the name of each in the file
 * @param rows texts by position in `columns`; null for a missing value
 */
export function columnDescriptions(
  columns: readonly { readonly source: string }[],
  rows: readonly (readonly (string | null)[])[],
): { readonly source: string; readonly description: string }[] {
  return columns.flatMap(({ source }, position) => {
    const texts = rows.map((row) => row[position]?.replaceAll(/\s+/g, ' ').trim() ?? '');
    const kept = texts.filter((text, at) => says(text, source) && texts.indexOf(text) === at);
    return kept.length === 0 ? [] : [{ source, description: kept.join('; ') }];
  });
}

function says(text: string, name: string): boolean {
  return text !== '' && text !== name && !/^\{.*\}$/.test(text);
}
