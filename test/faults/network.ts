import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';

const run = promisify(execFile);

/** `requests` drops packets to the port, `responses` packets from it. */
export type Direction = 'requests' | 'responses';

const longestMs = 120_000;

/**
 * Drops packets without a reset, so connections seem open, for two minutes at most: a killed test must not leave a
 * port blocked for later runs. Disposing twice is harmless. Requires root.
 */
export async function blockPort(port: number, direction: Direction = 'requests'): Promise<AsyncDisposable> {
  const rule = [
    'INPUT',
    '-i',
    'lo',
    '-p',
    'tcp',
    direction === 'requests' ? '--dport' : '--sport',
    String(port),
    '-m',
    'time',
    '--datestop',
    new Date(Date.now() + longestMs).toISOString().slice(0, 19),
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
