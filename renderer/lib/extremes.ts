/** The least and the greatest of numbers, of which there may be more than a call has arguments; null without any. */
export function extremesOf(values: readonly number[]): readonly [least: number, most: number] | null {
  const [first] = values;
  if (first === undefined) return null;
  let [least, most] = [first, first];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
