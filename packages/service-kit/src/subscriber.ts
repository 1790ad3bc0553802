import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Who is behind an address, as far as limits go: an IPv4 address itself, and of an IPv6 address the /64, all of which one has. */
export function subscriberOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
