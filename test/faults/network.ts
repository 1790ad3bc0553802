import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';

const run = promisify(execFile);

/** `requests` drops packets to the port, `responses` packets from it; `refused` resets connections. */
export type Block = 'requests' | 'responses' | 'refused';

const longestMs = 120_000;

/**
 * Unless `refused`, connections seem open. For two minutes at most: a killed test must not leave a
 * port blocked for later runs. Disposing twice is harmless. Requires root.
 */
export async function blockPort(port: number, block: Block = 'requests'): Promise<AsyncDisposable> {
  const rule = [
    'INPUT',
    '-i',
    'lo',
    '-p',
    'tcp',
    block === 'responses' ? '--sport' : '--dport',
    String(port),
    '-m',
    'time',
    '--datestop',
    new Date(Date.now() + longestMs).toISOString().slice(0, 19),
    '-j',
    ...(block === 'refused' ? ['REJECT', '--reject-with', 'tcp-reset'] : ['DROP']),
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
