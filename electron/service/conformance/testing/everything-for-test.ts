import { issueToken } from '../../accounts/administer.ts';
import type { Service } from '../../service.ts';

/** Everything that the service returns over HTTP to staff and to anonymous callers; addresses without the port. */
export async function everything(service: Service, dataOf: readonly string[]): Promise<unknown> {
  const token = await issueToken(service.deps.catalogue.records, 'staff');
  const read = async (address: string, headers: Record<string, string>) => {
    const answer = await fetch(`${service.url}api/v1/${address}`, { headers });
    return [address, answer.status, (await answer.text()).replaceAll(service.url, '/')];
  };
  const lists = ['namespaces/', 'datasets/', 'users/', 'groups/', 'queries/'];
  const rows = dataOf.flatMap((one) => [
    `${one}data/`,
    `${one}versions/`,
    `${one}statistics/`,
    `${one}provenance/`,
    `${one}source/`,
    `${one}changes/`,
    `${one}`,
  ]);
  const found: unknown[] = [];
  for (const headers of [{ Authorization: `Token ${token}` }, {}] as Record<string, string>[]) {
    for (const address of [...lists, ...rows])
      found.push(await read(`${address}?limit=1000`.replace(/\?/, '?'), headers));
  }
  return JSON.parse(JSON.stringify(found).replaceAll(/\\"(views|queries|last_login)\\":[^,}]*/g, ''));
}
