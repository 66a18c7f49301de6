import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a file as `table.csv`, and small ones that never change, on twenty ports: a host each. */
const [file = ''] = process.argv.slice(2);
const ports: number[] = [];
for (let number = 0; number < 20; number += 1) {
  const server = createServer(({ method, url }, response) => {
    if (url === '/robots.txt') {
      response.writeHead(404).end();
    } else if (url === '/table.csv') {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': statSync(file).size, etag: '"table"' });
      if (method === 'HEAD') response.end();
      else createReadStream(file, { highWaterMark: 1024 * 1024 }).pipe(response);
    } else {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 4, etag: '"unchanged"' });
      response.end(method === 'HEAD' ? undefined : 'a\n1\n');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ports.push((server.address() as AddressInfo).port);
}
process.send?.(ports);
