import { explain } from '#shared/failures.ts';
import { JobError } from '../../../jobs/queue/job-failure.ts';

function hostOf(address: URL | string): string {
  return URL.canParse(String(address)) ? new URL(String(address)).host : String(address);
}

/** An answer that is not what the protocol's documentation says. @param protocol such as `CKAN` */
export function malformed(protocol: string, address: URL | string): JobError {
  const reason = explain('source-malformed', { host: hostOf(address), protocol, address: String(address) });
  return new JobError('malformed', reason, String(address), true);
}

/** What was followed is no longer there. */
export function entryGone(entry: string, address: URL | string): JobError {
  const reason = explain('source-entry-gone', { host: hostOf(address), entry });
  return new JobError('not-found', reason, String(address));
}

/** An entry contains nothing that could be published. */
export function nothingToFollow(entry: string, address: URL | string): JobError {
  const reason = explain('source-without-data', { host: hostOf(address), entry });
  return new JobError('not-readable', reason, String(address));
}

/** The source counts other than what it sent. */
export function countDiffers(address: URL | string, expected: number, found: number): JobError {
  const reason = explain('source-count-differs', { host: hostOf(address), expected, found });
  return new JobError('cut-off', reason, String(address), true);
}

/** A file has another length than its description says. */
export function lengthDiffers(file: string, address: URL | string, expected: number, found: number): JobError {
  const reason = explain('source-length-differs', { host: hostOf(address), file, expected, found });
  return new JobError('cut-off', reason, String(address), true);
}

/** A file has another checksum than its description says. */
export function checksumDiffers(file: string, address: URL | string): JobError {
  const reason = explain('source-checksum-differs', { host: hostOf(address), file });
  return new JobError('damaged', reason, String(address), true);
}

/** The same page, or the same record, came twice. */
export function repeated(address: URL | string): JobError {
  const reason = explain('source-page-twice', { host: hostOf(address), address: String(address) });
  return new JobError('page-loop', reason, String(address), true);
}

/** The data changed between the first and the last page. */
export function changedMeanwhile(address: URL | string): JobError {
  const reason = explain('source-changed-meanwhile', { host: hostOf(address) });
  return new JobError('changed-meanwhile', reason, String(address), true);
}

/** The source reports an error of its own. */
export function sourceSays(address: URL | string, said: string): JobError {
  const reason = explain('source-says', { host: hostOf(address), said: said.slice(0, 300) });
  return new JobError('not-accepted', reason, String(address), true);
}

/** The source is still preparing the data. */
export function stillPreparing(entry: string, address: URL | string): JobError {
  const reason = explain('source-preparing', { host: hostOf(address), entry });
  return new JobError('server-error', reason, String(address), true);
}

/** More was asked for than the source sends at once. @param choices what may be narrowed, as the source calls it */
export function tooMuchAsked(entry: string, choices: readonly string[], address: URL | string): JobError {
  const reason = explain('source-too-much', { host: hostOf(address), entry, choices: choices.join(', ') });
  return new JobError('too-big', reason, String(address));
}

/** The source offers only a part of an entry. */
export function onlyPart(entry: string, address: URL | string): JobError {
  const reason = explain('source-only-part', { host: hostOf(address), entry });
  return new JobError('cut-off', reason, String(address));
}

/** The answer is a web page for people instead of data. */
export function webPageInstead(address: URL | string): JobError {
  return new JobError('web-page', explain('page-for-data', { host: hostOf(address) }), String(address));
}

/** A description names a file outside of its own folder. */
export function fileOutside(file: string, address: URL | string): JobError {
  const reason = explain('source-file-outside', { host: hostOf(address), file });
  return new JobError('malformed', reason, String(address));
}

/** A parameter or a value of it that the source does not have. */
export function unknownParameter(name: string, value: string, address: URL | string): JobError {
  const reason = explain('source-parameter-unknown', { host: hostOf(address), name, value });
  return new JobError('bad-input', reason, String(address));
}
