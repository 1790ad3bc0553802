import { isIPv4 } from 'node:net';
import { clientNetworkOf } from '@trust/service-kit/rate-limits/rate-limiting';

/** /24 for IPv4, /64 for IPv6 (promise A6). */
export function networkOf(ip: string): string {
  const network = clientNetworkOf(ip);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network;
}
