import type { Verb } from '../resources/resource.ts';
import examples from './examples.json' with { type: 'json' };

/** A request as people make it first, about the dataset `geo/towns` with the columns `name`, `region` and `people`. */
export interface ApiExample {
  readonly summary: string;
  readonly method: Verb;
  /** Below the service's address, with `VERSION` for the slug of a version; `BASE` stands for that address in a body. */
  readonly path: string;
  readonly query?: string;
  readonly json?: object;
}

/** Examples of the OpenAPI document, in an order in which each finds what it needs. */
export const apiExamples = examples as readonly ApiExample[];

/** The examples of a route's method, as commands for `curl`. @param route with its parameters as `:name` */
export function curlExamples(route: string, verb: Verb, base: string): object[] {
  const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
  return apiExamples
    .filter(({ method, path }) => method === verb && pattern.test(path))
    .map(({ summary, path, query, json }) => {
      const address = `'${base}${path}${query === undefined ? '' : `?${query}`}'`;
      const needsToken = verb !== 'GET' && !path.endsWith('/obtain/');
      const words = [
        'curl',
        ...(verb === 'GET' || (verb === 'POST' && json !== undefined) ? [] : ['--request', verb]),
        address,
        ...(needsToken ? ['--header "Authorization: Token $TOKEN"'] : []),
        ...(json === undefined ? [] : [`--json '${JSON.stringify(json).replaceAll('BASE', base)}'`]),
      ];
      return { lang: 'Shell', label: summary, source: words.join(' ') };
    });
}
