import { isIPv6 } from 'node:net';

/**
 * What identifies a client without an account: its IPv4 address, or the network of its IPv6 address, because a computer
 * with one address of a network can use all of them. This computer is `127.0.0.1`.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
  return groups.join(':') === '0:0:0:0:0:0:0:1' ? '127.0.0.1' : `${groups.slice(0, 4).join(':')}::/64`;
}
