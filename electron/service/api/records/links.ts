/** Builds the absolute addresses of resources on one base, the scheme and host of a request. */
export type Links = ReturnType<typeof linksOn>;

/** @param base scheme, host and port, without a trailing slash */
export function linksOn(base: string) {
  const api = `${base}/api/v1/`;
  const namespace = (slug: string) => `${api}namespaces/${slug}/`;
  const dataset = (owner: string, slug: string) => `${namespace(owner)}datasets/${slug}/`;
  return {
    base,
    root: `${base}/api/`,
    api,
    namespace,
    datasets: (owner: string) => `${namespace(owner)}datasets/`,
    dataset,
    column: (owner: string, slug: string, name: string) =>
      `${dataset(owner, slug)}columns/${encodeURIComponent(name)}/`,
    version: (owner: string, slug: string, version: string) => `${dataset(owner, slug)}version/${version}/`,
    group: (id: number) => `${api}groups/${id}/`,
    user: (id: number) => `${api}users/${id}/`,
    query: (id: number) => `${api}queries/${id}/`,
  };
}
