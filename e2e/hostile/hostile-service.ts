import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startVariant } from '../../electron/connector/testing/variant-service.ts';

/** Known injection attacks. Each would have an effect that the test checks for. */
export const attacks = [
  '<img src=x onerror="window.intruder=1">',
  '<script>window.intruder=2</script>',
  '<iframe src="javascript:parent.intruder=3"></iframe>',
  '<a href="javascript:window.intruder=4">click</a>',
  '[click](javascript:window.intruder=5)',
  `{{constructor.constructor('window.intruder=6')()}}`,
  '$t(app.name) {{message}}',
  '"><svg onload="window.intruder=7">',
  '\u202Etxt.exe\u0000\u0007\u001b[31m',
  '=HYPERLINK("http://evil.example","x")',
] as const;

/** A hostile service, and another origin that must never get a request. */
export interface HostileService {
  readonly url: string;
  /** Requests to the other origin, which must never come. */
  readonly caught: string[];
  /** Values of the `Authorization` header in all requests. */
  readonly tokens: Set<string>;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;

/** A correct service whose every text, name, cell and address is replaced by a proxy. */
export async function startHostile(): Promise<HostileService> {
  const honest = await startVariant({ paging: 'cursor', pageSize: 20 });
  const caught: string[] = [];
  const tokens = new Set<string>();
  const trap = createServer((request, response) => {
    caught.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  const trapAddress = await listening(trap);
  const service = createServer(async (request, response) => {
    if (request.headers.authorization) tokens.add(request.headers.authorization);
    const own = `http://${request.headers.host}/`;
    if (request.url?.includes('/download')) {
      response.writeHead(302, { location: trapAddress }).end();
      return;
    }
    const answer = await fetch(new URL(request.url ?? '/', honest.url));
    const body = replaced((await answer.json()) as unknown, '', trapAddress);
    const text = JSON.stringify(body).replaceAll(honest.url, own);
    const link = `<${trapAddress}style.css>; rel=preload, <${trapAddress}>; rel=next`;
    response.writeHead(answer.status, { 'content-type': 'application/json', link, refresh: `0; url=${trapAddress}` });
    response.end(text);
  });
  const url = await listening(service);
  return {
    url,
    caught,
    tokens,
    close: async () => {
      for (const server of [service, trap]) server.closeAllConnections();
      for (const server of [service, trap]) await new Promise((resolve) => server.close(resolve));
      await honest.close();
    },
  };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Every text a user would read becomes an attack, every image and page an address of the other origin. */
function replaced(value: unknown, name: string, trap: string): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, name, trap));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value as Json).map(([key, item]) => [key, replaced(item, key, trap)]));
  }
  if (typeof value !== 'string') return value;
  if (/image|icon|homepage|licen[cs]e|help/.test(name)) return `${trap}${name}.png`;
  if (name === 'label') return `${value} ${attacks[0]} ${attacks[5]}`;
  if (name === 'description' || name === 'metadata') return attacks.join('\n');
  // A cell of any text column.
  if (value.startsWith('proto')) return `${value} ${attacks[value.length % attacks.length]}`;
  return value;
}
