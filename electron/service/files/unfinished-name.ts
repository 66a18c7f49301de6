let made = 0;

/**
 * A temporary name beside a target, unique because cancelled work may still be cleaning up when it is started again. A
 * start removes every name with `.part` in it.
 */
export function unfinishedName(target: string): string {
  made += 1;
  return `${target}.${made}.part`;
}
