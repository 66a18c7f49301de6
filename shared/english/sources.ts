import type { sourcesValues } from '../failures/sources.ts';
import type { TextsOf } from '../failures/texts.ts';

/** Explanations about followed sources on the web, in English. */
export const sourcesTexts: TextsOf<typeof sourcesValues> = {
  'source-malformed': ({ host, protocol, address }) =>
    `The answer of ${host} does not have the form of ${protocol}: ${address}`,
  'source-entry-gone': ({ host, entry }) => `${host} no longer offers “${entry}”.`,
  'source-without-data': ({ host, entry }) => `“${entry}” at ${host} contains no table or file that can be published.`,
  'source-count-differs': ({ host, expected, found }, f) =>
    `${host} states ${f.number(expected)} ${f.plural(expected, 'row', 'rows')}, but sent ${f.number(found)}. Nothing was published.`,
  'source-length-differs': ({ host, file, expected, found }, f) =>
    `${file} from ${host} has ${f.number(found)} bytes, but its description says ${f.number(expected)}. Nothing was published.`,
  'source-checksum-differs': ({ host, file }) =>
    `${file} from ${host} does not match the checksum in its description. Nothing was published.`,
  'source-page-twice': ({ host, address }) =>
    `${host} sent the same rows twice while they were read page by page: ${address}`,
  'source-changed-meanwhile': ({ host }) => `The data at ${host} changed while they were being read.`,
  'source-says': ({ host, said }) => `${host} reports an error: ${said}`,
  'source-preparing': ({ host, entry }) => `${host} is still preparing “${entry}”. Try again later.`,
  'source-too-much': ({ host, entry, choices }) =>
    `“${entry}” is more than ${host} sends at once. Choose fewer values of ${choices}, or a shorter period.`,
  'source-only-part': ({ host, entry }) => `${host} offers only a part of “${entry}” as files. Nothing was published.`,
  'source-file-outside': ({ host, file }) =>
    `The description at ${host} names a file outside of its own folder, which is not read: ${file}`,
  'source-parameter-unknown': ({ host, name, value }) => `${host} has no value “${value}” of “${name}”.`,
};
