import type { Exchange } from './exchange.ts';

/**
 * The caller that a request counts for: the account, otherwise its address. Of an IPv6 address only the first 64 bits
 * are used, because one computer has all addresses with that prefix.
 */
export function callerKey({ caller, request }: Pick<Exchange, 'caller' | 'request'>): string {
  return caller === null ? `address ${networkOf(request.ip)}` : `account ${caller.id}`;
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail === undefined) return groups.slice(0, 4).join(':');
  const last = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0');
  return [...groups, ...zeros, ...last].slice(0, 4).join(':');
}
