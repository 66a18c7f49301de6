/** A name that differs from all others: with a number from 2 on if it has to. */
export function unusedName(requested: string, names: ReadonlySet<string>): string {
  let name = requested;
  for (let number = 2; names.has(name); number += 1) name = `${requested}_${number}`;
  return name;
}
