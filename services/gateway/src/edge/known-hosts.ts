import { Problem } from '@trust/service-kit/problems/problem';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Otherwise DNS rebinding would let any site read the development mailbox. */
export function knownHosts(publicUrl: string, more: readonly string[]): (host: string | undefined) => void {
  const known = new Set([...loopback, ...[new URL(publicUrl).hostname, ...more].map((name) => name.toLowerCase())]);
  return (host = '') => {
    const name = /^(\[[^\]]+\]|[^:[\]]+)(:\d*)?$/.exec(host)?.[1];
    if (!name || !known.has(name.toLowerCase())) throw new Problem('misdirected-request');
  };
}
