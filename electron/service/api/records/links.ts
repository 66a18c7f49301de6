/** Builds the absolute addresses of resources on one base, the scheme and host of a request. */
export interface Links {
  readonly base: string;
  readonly root: string;
  readonly api: string;
  namespace(slug: string): string;
  datasets(namespace: string): string;
  dataset(namespace: string, dataset: string): string;
  version(namespace: string, dataset: string, version: string): string;
  group(id: number): string;
  user(id: number): string;
  query(id: number): string;
}

/** @param base scheme, host and port, without a trailing slash */
export function linksOn(base: string): Links {
  const api = `${base}/api/v1/`;
  const namespace = (slug: string) => `${api}namespaces/${slug}/`;
  const dataset = (owner: string, slug: string) => `${namespace(owner)}datasets/${slug}/`;
  return {
    base,
    root: `${base}/api/`,
    api,
    namespace,
    datasets: (owner) => `${namespace(owner)}datasets/`,
    dataset,
    version: (owner, slug, version) => `${dataset(owner, slug)}version/${version}/`,
    group: (id) => `${api}groups/${id}/`,
    user: (id) => `${api}users/${id}/`,
    query: (id) => `${api}queries/${id}/`,
  };
}
