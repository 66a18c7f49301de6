/** The parameters of a query as it is written in an address, without escapes: `a=1&b=2`. */
export function pairsOf(query: string): [name: string, value: string][] {
  if (query === '') return [];
  return query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
}
