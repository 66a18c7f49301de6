let made = 0;

/**
 * A name beside a target for what is not finished yet: one of its own every time, as work that was given up may still
 * be clearing up when the same is begun anew. A start removes every name with `.part` in it.
 */
export function unfinishedName(target: string): string {
  made += 1;
  return `${target}.${made}.part`;
}
