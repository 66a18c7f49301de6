import { type Period, periodsOf } from '../values/periods.ts';
import type { LongLayout } from './long-layout.ts';

/** Headings that fit a pattern, as rows; null if none does. @param into names of the new columns */
export function matchedLayout(
  names: readonly string[],
  pattern: string,
  into: readonly string[] = ['name', 'value'],
): LongLayout | null {
  const matcher = matcherOf(pattern);
  const matched = names.flatMap((name) => {
    const [whole, ...parts] = matcher.exec(name) ?? [];
    return whole === undefined ? [] : [{ name, keys: parts.length === 0 ? [name] : parts.map(String) }];
  });
  if (matched.length === 0) return null;
  const keys = into.slice(0, -1);
  const columns = keys.map((name, at) =>
    keyOf(
      name,
      matched.map((one) => one.keys[at] ?? ''),
    ),
  );
  return {
    keys: columns.map(({ name, type }) => ({ name, type })),
    values: into.slice(-1),
    rows: matched.map(({ name }, row) => ({ keys: columns.map(({ texts }) => texts[row] ?? ''), columns: [name] })),
    renamed: {},
  };
}

/** `*` is any text, `{}` any text that is kept. */
function matcherOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*|\{\})/).map((part) => {
    if (part === '*') return '.*?';
    return part === '{}' ? '(.+?)' : part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}

/** What the headings of one new column are: years, other periods of one kind, or texts. */
function keyOf(name: string, headings: readonly string[]) {
  const kinds = headings.map(
    (heading) =>
      new Map(
        periodsOf(heading)
          .reverse()
          .map((period) => [period.kind, period]),
      ),
  );
  const kind = [...(kinds[0]?.keys() ?? [])].reverse().find((one) => kinds.every((each) => each.has(one)));
  if (kind === undefined || kind.endsWith('-of-year')) return { name, type: 'text' as const, texts: headings };
  const texts = kinds.map((each) => (each.get(kind) as Period).text);
  return {
    name,
    type: kind === 'year' ? ('integer' as const) : kind === 'years' ? ('text' as const) : ('moment' as const),
    texts,
  };
}
