import { spawn } from 'node:child_process';

/**
 * Ends the process with ours, even when ours is killed and can do nothing any more: a shell reads from a pipe that only we hold
 * open, and gets to its next command when we are gone.
 */
export function endWithParent(pid: number, signal: NodeJS.Signals): Disposable {
  return afterParent('kill -s "$1" "$2"', signal.replace('SIG', ''), String(pid));
}

/** Removes the folder when our process is gone, once those that wrote to it have ended as well. */
export function removeWithParent(folder: string): Disposable {
  return afterParent('for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; rm -rf "$1" && exit; done', folder);
}

function afterParent(script: string, ...args: string[]): Disposable {
  const keeper = spawn('/bin/sh', ['-c', `read -r _; ${script}`, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  keeper.unref();
  return { [Symbol.dispose]: () => void keeper.kill('SIGKILL') };
}
