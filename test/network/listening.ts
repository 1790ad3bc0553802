import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';

/** `address:port` of each TCP socket on which a process of the platform listens, and those below them. */
export function listeningAddresses(dataDir: string): string[] {
  const run = readRun(dataDir);
  if (!run) throw new Error('The platform does not run.');
  const pids = withDescendants([run.supervisor.pid, ...Object.values(run.children).map(({ pid }) => pid)]);
  const own = new Set(pids.flatMap(socketsOf));
  const listening = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1));
  return listening.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === '0A' && own.has(inode) ? [readable(local)] : [];
  });
}

function withDescendants(pids: number[]): number[] {
  const children = pids.flatMap((pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
      return text === '' ? [] : text.split(' ').map(Number);
    } catch {
      return [];
    }
  });
  return children.length === 0 ? pids : [...new Set([...pids, ...withDescendants(children)])];
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** `0100007F:1F90` is 127.0.0.1:8080: the kernel prints words in the order of the machine. */
function readable(local: string): string {
  const [address = '', port = ''] = local.split(':');
  const bytes = (address.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse());
  const numbers = bytes.map((byte) => Number.parseInt(byte, 16));
  const text = numbers.length === 4 ? numbers.join('.') : bytes.join('').replace(/(.{4})(?=.)/g, '$1:');
  return `${text}:${Number.parseInt(port, 16)}`;
}

export function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address.startsWith('0000:0000:0000:0000:0000:0000:0000:0001:');
}

/** Fails in a network without any address, instead of testing nothing. */
export function requireOwnAddress(find: () => string): string {
  try {
    return find();
  } catch (cause) {
    throw new Error('This test needs an address of this machine that is not loopback.', { cause });
  }
}
