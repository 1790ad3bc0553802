import { spawn } from 'node:child_process';

/** Works even after SIGKILL: a shell waits on a pipe that only this process holds open. */
export function stopWithParent(pid: number, signal: NodeJS.Signals): Disposable {
  return runAfterParent('kill -s "$1" "$2"', signal.replace('SIG', ''), String(pid));
}

/** Retries while others still write to the folder. */
export function removeWithParent(folder: string): Disposable {
  return runAfterParent('for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; rm -rf "$1" && exit; done', folder);
}

function runAfterParent(script: string, ...args: string[]): Disposable {
  const shell = spawn('/bin/sh', ['-c', `read -r _; ${script}`, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  return { [Symbol.dispose]: () => void shell.kill('SIGKILL') };
}
