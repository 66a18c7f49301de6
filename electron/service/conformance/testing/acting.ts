import { expect } from 'vitest';
import type { TestRequest, UnderTest } from './service-under-test.ts';

/** The callers in the tests; see `fixtures.ts`. */
export type Who = 'anonymous' | 'staff' | 'owner' | 'member' | 'stranger';

/** Path of the namespaces. */
export const namespaces = '/api/v1/namespaces/';

/** Requests of a test as one of the callers. */
export function actingOn(under: UnderTest) {
  const as = (who: Who, ask: TestRequest = {}): TestRequest =>
    who === 'anonymous' ? ask : { ...ask, token: under.tokens[who] };
  return {
    as,
    /** Creates a namespace owned by the caller; returns its path. */
    newNamespace: async (slug: string, who: Who = 'owner', more: object = {}): Promise<string> => {
      const json = { label: `Namespace ${slug}`, slug, ...more };
      const got = await under.ask(namespaces, as(who, { method: 'POST', json }));
      expect([got.status, got.headers.location]).toEqual([201, `${under.base}${namespaces}${slug}/`]);
      return `${namespaces}${slug}/`;
    },
  };
}
