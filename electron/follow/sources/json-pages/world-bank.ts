import { addressPath, parameterOf, withParameters } from '../common/address-path.ts';
import type { Origin } from '../data-source.ts';

/*
 * Facts: "About the Indicators API" and "API Basic Call Structures" (World Bank). XML is the usual format, 50 records a
 * page, at most 32,500. Errors are answers with the status 200 and one element, which has a `message`.
 */
const apiHost = 'api.worldbank.org';
const recordsPerPage = '5000';
const indicator = /^\/v2\/(?:[a-z]{2}\/)?countr(?:y|ies)\/[^/]+\/indicators?\/[^/]+\/?$/i;

/** The address of the records of an indicator, also of its page for people; null for any other address. */
export function worldBankAddress(address: URL): URL | null {
  const at = address.hostname === 'data.worldbank.org' ? ofPage(address) : new URL(address);
  if (at === null || !indicator.test(at.pathname)) return null;
  at.searchParams.delete('page');
  return withParameters(at, { format: 'json', per_page: recordsPerPage });
}

/** The publisher and the page for people of an indicator; nothing for any other address. */
export function worldBankOrigin(at: URL): Partial<Pick<Origin, 'publisher' | 'homepage'>> {
  if (at.hostname !== apiHost || !indicator.test(at.pathname)) return {};
  const code = addressPath(at).parts.at(-1) ?? '';
  return { publisher: 'World Bank', homepage: `https://data.worldbank.org/indicator/${encodeURIComponent(code)}` };
}

/** A page shows an indicator of all countries, or of some. */
function ofPage(address: URL): URL | null {
  const [section, code, ...others] = addressPath(address).parts;
  if (section !== 'indicator' || code === undefined || others.length > 0) return null;
  const countries = parameterOf(address, 'locations')?.split('-').join(';') ?? 'all';
  return new URL(`https://${apiHost}/v2/country/${countries}/indicator/${encodeURIComponent(code)}`);
}

/** The message of an answer of the World Bank that is an error; null for others. */
export function worldBankError(at: URL, json: unknown): string | null {
  if (!indicator.test(at.pathname)) return null;
  const [first, ...others] = Array.isArray(json) ? (json as unknown[]) : [];
  if (others.length > 0 || typeof first !== 'object' || first === null || !('message' in first)) return null;
  const messages: unknown[] = Array.isArray(first.message) ? first.message : [first.message];
  const texts = messages.flatMap((one) =>
    typeof one === 'object' && one !== null && 'value' in one ? [String(one.value)] : [],
  );
  return texts.length === 0 ? null : texts.join(' ');
}
