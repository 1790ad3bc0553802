import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `requests` drops packets to the port, `responses` packets from it. */
export type Direction = 'requests' | 'responses';

/** Drops packets without a reset, so connections seem open. Requires root and iptables. */
export async function blockPort(port: number, direction: Direction = 'requests'): Promise<AsyncDisposable> {
  const rule = [
    'INPUT',
    '-i',
    'lo',
    '-p',
    'tcp',
    direction === 'requests' ? '--dport' : '--sport',
    String(port),
    '-j',
    'DROP',
  ];
  await iptables('-I', ...rule);
  return { [Symbol.asyncDispose]: async () => void (await iptables('-D', ...rule)) };
}

/** `-w` waits for other users of the tables. */
const iptables = (...args: string[]) => run('iptables', ['-w', ...args]);
