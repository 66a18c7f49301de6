/** The path of an address, taken apart for recognising it. */
export interface AddressPath {
  /** The decoded parts of the path, without empty ones. */
  readonly parts: readonly string[];
  /** The same parts in lower case, for comparison. */
  readonly lower: readonly string[];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function addressPath({ pathname }: URL): AddressPath {
  const parts = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  return { parts, lower: parts.map((part) => part.toLowerCase()) };
}

/** The address of the first parts of a path, with a slash at its end. */
export function above(address: URL, { parts }: AddressPath, count: number): URL {
  const path = parts.slice(0, count).map((part) => `${encodeURIComponent(part)}/`);
  return new URL(`/${path.join('')}`, address);
}

/** Whether a part of a path is a language: `en`, `pt-br`, `fr_CA`. */
export function isLanguage(part: string | undefined): boolean {
  return part !== undefined && /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(part);
}

/** Whether an address is evidently that of a file other than JSON, so that it is not asked whether it is a service. */
export function isOtherFile({ pathname }: URL): boolean {
  return /\.(?!svc$|json$)[a-z\d]{2,7}$/i.test(pathname);
}

/** Whether an address is that of an interface with a kind of source of its own, such as a layer of ArcGIS. */
export function isInterface({ pathname }: URL): boolean {
  return /\/(?:FeatureServer|MapServer)(?:\/\d+)?\/?$|\/collections\/|\/sdmx\//i.test(pathname);
}

/** An address with parameters; those that are null are left out. */
export function withParameters(
  address: URL | string,
  parameters: Readonly<Record<string, string | number | null>>,
): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, String(value));
  return url;
}

/** What an answer links to; null without a link. Services behind a proxy often name it with http. */
export function linkedFrom(at: URL, href: string | null): URL | null {
  if (href === null || !URL.canParse(href, at.href)) return null;
  const address = new URL(href, at);
  if (at.protocol === 'https:' && address.protocol === 'http:' && address.hostname === at.hostname)
    address.protocol = 'https:';
  return address;
}

/** A parameter by its name in any case, as people's links have it. */
export function parameterOf(address: URL, name: string): string | null {
  for (const [key, value] of address.searchParams)
    if (key.toLowerCase() === name.toLowerCase() && value !== '') return value;
  return null;
}
