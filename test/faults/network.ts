import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';

const run = promisify(execFile);

/** `requests` drops packets to the port, `responses` packets from it. */
export type Direction = 'requests' | 'responses';

/** Drops packets without a reset, so connections seem open. Disposing twice is harmless. Requires root. */
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
  const blocked = new AsyncDisposableStack();
  blocked.defer(() => iptables('-D', ...rule));
  return blocked;
}

async function iptables(...args: string[]): Promise<void> {
  const tools = await ensureTools({ iptables: { apt: 'iptables' } }, console.log);
  // `-w` waits for other users of the tables.
  await run(tools.iptables, ['-w', ...args]);
}
