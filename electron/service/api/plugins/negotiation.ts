/** A representation of a resource. */
export interface Rendering {
  /** Value of `_format` that selects it. */
  readonly format: string;
  readonly mediaType: string;
}

export const json: Rendering = { format: 'json', mediaType: 'application/json' };
export const browsable: Rendering = { format: 'api', mediaType: 'text/html' };

/** The default representations of a resource, the preferred one first. */
export const defaultRenderings: readonly Rendering[] = [json, browsable];

/** How to render a response. `indent` is that of `application/json; indent=4`, 0 for none. */
export interface Negotiated {
  readonly rendering: Rendering;
  readonly indent: number;
}

export type Negotiation =
  | ({ readonly kind: 'chosen' } & Negotiated)
  | { readonly kind: 'unknown-format' }
  | { readonly kind: 'not-acceptable' };

interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

function parseAccept(accept: string): MediaRange[] {
  return accept
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '')
    .map((range) => {
      const [full = '', ...rest] = range.split(';').map((part) => part.trim());
      const [type = '', subtype = ''] = full.toLowerCase().split('/');
      const parameters = new Map<string, string>();
      for (const parameter of rest) {
        const equals = parameter.indexOf('=');
        if (equals > 0)
          parameters.set(parameter.slice(0, equals).trim().toLowerCase(), parameter.slice(equals + 1).trim());
      }
      return { type, subtype, parameters };
    });
}

/** Specificity of a media range: 0 for `*`+`/*`, 3 with parameters. Quality values do not count, as in DRF. */
function precedence(range: MediaRange): number {
  if (range.type === '*') return 0;
  if (range.subtype === '*') return 1;
  return range.parameters.size === 0 || (range.parameters.size === 1 && range.parameters.has('q')) ? 2 : 3;
}

function matches(range: MediaRange, mediaType: string): boolean {
  const [type, subtype] = mediaType.split('/');
  return (range.type === '*' || range.type === type) && (range.subtype === '*' || range.subtype === subtype);
}

function indentOf(range: MediaRange): number {
  const indent = Number(range.parameters.get('indent') ?? 0);
  return Number.isInteger(indent) ? Math.min(8, Math.max(0, indent)) : 0;
}

/**
 * Chooses the representation as DRF does: `_format` leaves only those with its name, and `Accept` must match one of the
 * rest; the most specific range decides, then the order of the renderings.
 */
export function negotiate(
  renderings: readonly Rendering[],
  format: string | null,
  accept: string | undefined,
): Negotiation {
  const possible = format === null || format === '' ? renderings : renderings.filter((one) => one.format === format);
  const [first] = possible;
  if (first === undefined) return { kind: 'unknown-format' };
  if (accept === undefined || accept === '' || accept === '*/*') return { kind: 'chosen', rendering: first, indent: 0 };
  const exact = possible.find(({ mediaType }) => mediaType === accept);
  if (exact !== undefined) return { kind: 'chosen', rendering: exact, indent: 0 };
  const ranges = parseAccept(accept);
  for (const level of [3, 2, 1, 0]) {
    const ofLevel = ranges.filter((range) => precedence(range) === level);
    for (const rendering of possible) {
      const range = ofLevel.find((candidate) => matches(candidate, rendering.mediaType));
      if (range !== undefined) return { kind: 'chosen', rendering, indent: indentOf(range) };
    }
  }
  return { kind: 'not-acceptable' };
}

/**
 * Chooses the format of a file: by `_format` if it is present, since a client that names a file does not want a page;
 * otherwise the first one that matches `Accept`, never the page, which every browser would prefer.
 */
export function negotiateFile(
  renderings: readonly Rendering[],
  format: string | null,
  accept: string | undefined,
): Negotiation {
  if (format !== null && format !== '') return negotiate(renderings, format, undefined);
  return negotiate(
    renderings.filter((rendering) => rendering !== browsable),
    null,
    accept,
  );
}
