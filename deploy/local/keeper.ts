import { spawn } from 'node:child_process';

/**
 * Ends the process with ours, even when ours is killed and can do nothing any more: a shell reads from a pipe that only we hold
 * open, and gets to its next command when we are gone.
 */
export function endWithUs(pid: number, signal: NodeJS.Signals): Disposable {
  const script = 'read -r _; kill -s "$1" "$2"';
  const keeper = spawn('/bin/sh', ['-c', script, 'sh', signal.replace('SIG', ''), String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.unref();
  return { [Symbol.dispose]: () => void keeper.kill('SIGKILL') };
}
