/** Whether an SPDX expression (`A`, `A OR B`, `(A AND B)`) can be fulfilled with accepted licences. */
export function isFulfilled(expression: string, accepted: ReadonlySet<string>): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  function either(): boolean {
    let holds = both();
    while (words[at] === 'OR') {
      at += 1;
      holds = both() || holds;
    }
    return holds;
  }
  function both(): boolean {
    let holds = one();
    while (words[at] === 'AND') {
      at += 1;
      holds = one() && holds;
    }
    return holds;
  }
  function one(): boolean {
    const word = words[at] ?? '';
    at += 1;
    if (word !== '(') return accepted.has(word);
    const holds = either();
    at += 1;
    return holds;
  }
  return words.length > 0 && either() && at >= words.length;
}
