import type { Derivation } from '#shared/aggregate-query.ts';

/** A group of the model: its keys as texts, and its values by name. */
export interface ModelGroup {
  readonly keys: Readonly<Record<string, string | null>>;
  readonly values: Readonly<Record<string, number | bigint | null>>;
}

type Value = number | bigint | null;

/** How a key's texts follow each other: the place of a text, which differs by one from that of the next. */
export type StepOf = (key: string, text: string) => number;

/** What the contract says of a derivation, by looking at every other group. */
export function modelValue(
  derivation: Derivation,
  group: ModelGroup,
  groups: readonly ModelGroup[],
  stepOf: StepOf,
): Value {
  const valueIn = (one: ModelGroup | undefined, name = derivation.of): Value => one?.values[name] ?? null;
  const own = valueIn(group);
  const sharing = (keys: readonly string[]) =>
    groups.filter((one) => keys.every((key) => one.keys[key] === group.keys[key]));
  const series = (key: string) => sharing(Object.keys(group.keys).filter((other) => other !== key));
  const distance = (one: ModelGroup, key: string): number | null => {
    const [there, here] = [one.keys[key] ?? null, group.keys[key] ?? null];
    return there === null || here === null ? null : stepOf(key, here) - stepOf(key, there);
  };
  const earlier = (key: string, steps: number) => series(key).find((one) => distance(one, key) === steps);
  switch (derivation.function) {
    case 'Change':
    case 'PercentChange': {
      const before = valueIn(earlier(derivation.key, derivation.steps));
      if (own === null || before === null) return null;
      const change = minus(own, before);
      if (derivation.function === 'Change') return change;
      return Number(before) === 0 ? null : (100 * change) / Math.abs(Number(before));
    }
    case 'Index': {
      const base = valueIn(series(derivation.key).find((one) => one.keys[derivation.key] === derivation.base));
      return own === null || base === null || Number(base) === 0 ? null : (100 * Number(own)) / Number(base);
    }
    case 'Rolling': {
      const last = Array.from({ length: derivation.steps }, (_, steps) => valueIn(earlier(derivation.key, steps)));
      if (last.some((value) => value === null)) return null;
      return last.reduce<number>((sum, value) => sum + Number(value), 0) / derivation.steps;
    }
    case 'Cumulative': {
      if (group.keys[derivation.key] === null) return null;
      const upTo = series(derivation.key).filter((one) => (distance(one, derivation.key) ?? -1) >= 0);
      return sumOf(upTo.map((one) => valueIn(one)));
    }
    case 'ShareOf': {
      const sum = sumOf(sharing(derivation.keys).map((one) => valueIn(one)));
      return own === null || sum === null || Number(sum) === 0 ? null : Number(own) / Number(sum);
    }
    case 'Rank': {
      if (own === null) return null;
      return 1 + sharing(derivation.keys).filter((one) => (valueIn(one) ?? own) > own).length;
    }
    case 'Per': {
      const by = valueIn(group, derivation.by);
      return own === null || by === null || Number(by) === 0 ? null : (Number(own) / Number(by)) * derivation.scale;
    }
  }
}

function minus(one: number | bigint, other: number | bigint): number {
  return typeof one === 'bigint' && typeof other === 'bigint' ? Number(one - other) : Number(one) - Number(other);
}

function sumOf(values: readonly Value[]): Value {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  if (known.every((value) => typeof value === 'bigint')) return known.reduce((sum, value) => sum + value, 0n);
  return known.reduce<number>((sum, value) => sum + Number(value), 0);
}
