/** Number of letters to add, remove or replace to turn one text into another. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (before[at] ?? 0) + (letter === other[at] ? 0 : 1);
      current.push(Math.min(replaced, (before[at + 1] ?? 0) + 1, (current[at] ?? 0) + 1));
    }
    before = current;
  }
  return before[other.length] ?? 0;
}

const maxNames = 3;

/** The names most like a wrong one, the best first; none if nothing is like it. */
export function nearestNames(wrong: string, names: readonly string[]): string[] {
  const searched = wrong.toLowerCase();
  const limit = Math.max(2, Math.floor(searched.length / 3));
  return names
    .map((name) => {
      const known = name.toLowerCase();
      const isPart = searched.length > 2 && (known.includes(searched) || searched.includes(known));
      return { name, score: isPart ? 1 : distance(searched, known) };
    })
    .filter(({ score }) => score <= limit)
    .toSorted((one, other) => one.score - other.score)
    .slice(0, maxNames)
    .map(({ name }) => name);
}
