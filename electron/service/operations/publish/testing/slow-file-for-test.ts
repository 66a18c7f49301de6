import { gzipSync } from 'node:zlib';

/**
 * Rows that keep the engine busy for far longer than the requests of a test, with varied digits, so that the file is
 * not mistaken for a compression bomb. It is a gzip file of several members.
 */
export function slowFile(): Buffer<ArrayBuffer> {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  const lines = [];
  for (let row = 0; row < 500_000; row += 1) lines.push(`${row},${next()},${next()},name ${next()}\n`);
  const rows = gzipSync(lines.join(''), { level: 1 });
  return Buffer.concat([gzipSync('a,b,c,d\n'), ...Array<Buffer>(8).fill(rows)]);
}
