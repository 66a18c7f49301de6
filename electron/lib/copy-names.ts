/**
 * Names for a copy in order of preference: the same name, the name with the host, then numbered ones. The sequence is
 * infinite.
 */
export function* namesForCopy(name: string, host: string): Generator<string> {
  const suffix = host.replace(/[^A-Za-z0-9]+/g, '-');
  yield name;
  yield `${name}-${suffix}`;
  for (let number = 2; ; number += 1) yield `${name}-${suffix}-${number}`;
}
