/** A part of the program that must not be wrong, and the tests that have to notice if it is. */
export interface Area {
  readonly name: string;
  /** Files whose code is altered. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/** Areas of mutation testing, from the fastest to the slowest. */
export const areas: readonly Area[] = [
  {
    name: 'exact-json',
    mutate: ['electron/connector/rows/exact-json.ts'],
    tests: ['electron/connector/rows/exact-json.test.ts'],
  },
  {
    name: 'links',
    mutate: ['shared/open-link.ts'],
    tests: ['shared/open-link.test.ts'],
  },
  {
    name: 'trust',
    mutate: ['electron/connector/http/redirects.ts', 'electron/connector/http/transport/trust.ts'],
    tests: [
      'electron/connector/http/transport/trust.test.ts',
      'electron/connector/testing/trust.test.ts',
      'electron/connector/testing/reachable.test.ts',
    ],
  },
];
