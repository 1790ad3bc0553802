import { isIPv4 } from 'node:net';

/** /24 for IPv4, /64 for IPv6 (promise A6). */
export function networkOf(ip: string): string {
  const [address = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  const [head = '', tail] = address.split('::');
  const groups = head ? head.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail ? tail.split(':').length : 0);
  const network = [...groups, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...(tail ? tail.split(':') : [])].slice(
    0,
    4,
  );
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
