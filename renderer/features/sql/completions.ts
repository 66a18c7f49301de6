import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { namedDatasets } from '../../lib/query/view-sql.ts';

/** Functions that are often needed; the service knows more. */
const functions =
  'abs avg bool_and bool_or bit_count ceil coalesce concat contains corr count count_if covar_samp date_diff date_part date_trunc dayname dense_rank ends_with exp extract first first_value floor format greatest ifnull lag last last_value lead least left length list list_aggregate ln log lower lpad ltrim make_date max md5 median min mode month monthname nullif ntile percent_rank power product quantile_cont quantile_disc quarter rank regexp_extract regexp_matches regexp_replace regr_slope repeat replace reverse right round row_number rpad rtrim sign sqrt starts_with stddev_samp strftime string_agg string_split strptime substring sum trim trunc try_cast upper var_samp weekday year'.split(
    ' ',
  );

const functionOptions = functions.map((name): Completion => ({ label: name, type: 'function', apply: `${name}(` }));

/**
 * What can be completed at a place: datasets, the columns of those that the statement names, and functions.
 * @param namespaces what the service has; read when it is needed
 */
export function completionSource(namespaces: () => readonly NamespaceSummary[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const quoted = isInName(state.sliceDoc(0, pos)) ? context.matchBefore(/[^"]*/) : null;
    const before = quoted ?? context.matchBefore(/\w+/);
    if (before === null && !explicit) return null;
    // The quote before a name that was begun stays.
    const applied = (name: string) => (quoted === null ? quoteIdentifier(name) : quoteIdentifier(name).slice(1));
    const plain = (name: string) => (quoted === null && /^[A-Za-z_]\w*$/.test(name) ? name : applied(name));
    const named = namedDatasets(state.doc.toString());
    const datasets = namespaces().flatMap(({ slug, datasets }) =>
      datasets.map((dataset) => ({ name: `${slug}/${dataset.slug}`, dataset })),
    );
    const datasetOptions = datasets.map(
      ({ name, dataset: { label } }): Completion => ({
        label: name,
        detail: label,
        type: 'class',
        apply: applied(name),
      }),
    );
    const columns = datasets.filter(({ name }) => named.has(name)).flatMap(({ dataset }) => dataset.columns);
    const columnOptions = columns.map(
      ({ name, label }): Completion => ({
        label: name,
        type: 'property',
        boost: 1,
        apply: plain(name),
        ...(label !== name && { detail: label }),
      }),
    );
    const options = [...columnOptions, ...datasetOptions, ...(quoted === null ? functionOptions : [])];
    const unique = [...new Map(options.map((option) => [option.label, option])).values()];
    return { from: before?.from ?? pos, options: unique, validFor: quoted === null ? /^\w*$/ : /^[^"]*$/ };
  };
}

/** Whether a name in double quotes is not closed at the end of a text. */
function isInName(text: string): boolean {
  const plain = text.replaceAll(/'(?:[^']|'')*'|--[^\n]*/g, '');
  return (plain.split('"').length - 1) % 2 === 1;
}
