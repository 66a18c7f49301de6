import type { followValues } from '../failures/follow.ts';
import type { TextsOf } from '../failures/texts.ts';

/** Explanations about followed data from the web, in English. */
export const followTexts: TextsOf<typeof followValues> = {
  'address-private': ({ host }) =>
    `${host} is on this computer or in its network. Such addresses are only requested with your permission: --allow-private on the command line.`,
  'not-a-source': ({ host }) =>
    `What ${host} sent is neither a data file nor a catalogue of data that Almanac understands.`,
  'page-for-data': ({ host }) => `${host} sent a web page instead of data.`,
  'rows-incomplete': ({ expected, found }, f) =>
    `The source states ${f.plural(expected, `${f.number(expected)} row`, `${f.number(expected)} rows`)}, but sent ${f.number(found)}.`,
  'length-differs': ({ expected, found }, f) =>
    `The source announced ${f.number(expected)} bytes, but sent ${f.number(found)}.`,
  'download-too-big': ({ host, size }, f) => `${host} sends more than ${f.number(size)} GB.`,
  'entry-required': ({ entries }) => `There is more than one table at this address. Choose one of: ${entries}.`,
  'entry-gone': ({ entry }) => `“${entry}” is no longer at this address.`,
  'source-kind-unknown': ({ kind }) => `This release does not support sources of the kind “${kind}”.`,
  'is-not-followed': ({ dataset }) => `${dataset} is not followed.`,
  'followed-already': ({ dataset, address }) => `${dataset} already follows ${address}.`,
  'nothing-held': ({ dataset }) => `No version of ${dataset} waits for a decision.`,
  'host-budget-spent': ({ host, seconds }, f) =>
    `All requests that ${host} allows are used. The next one can be sent in ${f.number(seconds)} ${f.plural(seconds, 'second', 'seconds')}.`,
  'guard-rows': ({ before, after }, f) => `The number of rows fell from ${f.number(before)} to ${f.number(after)}.`,
  'guard-columns-gone': ({ columns }) => `Columns are missing: ${columns}.`,
  'guard-columns-retyped': ({ columns }) => `Columns have a different type: ${columns}.`,
  'guard-incomplete': ({ column, count }, f) =>
    `${f.plural(count, `${f.number(count)} value is`, `${f.number(count)} values are`)} missing in “${column}”.`,
  'guard-repeated': ({ column }) => `Values are repeated in “${column}”.`,
  'guard-range': ({ column, from, to }) => `Values of “${column}” range from ${from} to ${to}, beyond the limits.`,
  'guard-no-column': ({ column }) => `There is no column “${column}” to check.`,
  'change-added': ({ count }, f) => f.plural(count, `${f.number(count)} row added.`, `${f.number(count)} rows added.`),
  'change-removed': ({ count }, f) =>
    f.plural(count, `${f.number(count)} row removed.`, `${f.number(count)} rows removed.`),
  'change-rows': ({ count }, f) =>
    f.plural(count, `${f.number(count)} row changed.`, `${f.number(count)} rows changed.`),
  'change-values': ({ count, column }, f) =>
    f.plural(
      count,
      `${f.number(count)} value changed in “${column}”.`,
      `${f.number(count)} values changed in “${column}”.`,
    ),
  'change-values-largest': ({ count, column, change, row }, f) =>
    f.plural(
      count,
      `${f.number(count)} value changed in “${column}”: ${f.signed(change)} (${row}).`,
      `${f.number(count)} values changed in “${column}”, largest: ${f.signed(change)} (${row}).`,
    ),
  'change-column-new': ({ column }) => `Column “${column}” is new.`,
  'change-column-gone': ({ column }) => `Column “${column}” was removed.`,
  'change-column-retyped': ({ column, before, after }) => `Column “${column}” was ${before} and is now ${after}.`,
  'change-order': 'Only the order of the rows or the columns changed.',
};
