/** Parameters of addresses that open something: keys, tokens, signatures of links to storage. */
const secretName = /key|token|secret|passw|pwd|signature|^sig$|^se$|credential|auth/i;

/**
 * An address as it is stated of a dataset, which everybody may read who may read the dataset: without the values of
 * parameters that open something.
 */
export function shownAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || url.search === '') return address;
  const names = [...new Set(url.searchParams.keys())].filter((name) => secretName.test(name));
  if (names.length === 0) return address;
  for (const name of names) url.searchParams.set(name, '');
  return url.href;
}
