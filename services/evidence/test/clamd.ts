import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Child } from '../../../deploy/local/child.ts';
import { ensureTools } from '../../../deploy/local/tools.ts';
import { eicar } from '../src/scanning/eicar.ts';
import { evidenceTools } from './tools.ts';

export type Clamd = AsyncDisposable & { address: string; kill(): void };

const usualLimit = 32 * 1024 * 1024;

/** A real clamd, as Debian packages it, that knows one signature: the EICAR test file, wherever it stands. */
export async function startClamd({ limitBytes = usualLimit, maxFileBytes = usualLimit } = {}): Promise<Clamd> {
  const { clamd } = await ensureTools(evidenceTools, (line) => console.log(line));
  const folder = mkdtempSync(join(tmpdir(), 'trust-clamd-'));
  const address = join(folder, 'socket');
  mkdirSync(join(folder, 'signatures'));
  writeFileSync(join(folder, 'signatures/own.ndb'), `Eicar-Test-Signature:0:*:${eicar.toString('hex')}\n`);
  writeFileSync(
    join(folder, 'clamd.conf'),
    `Foreground yes
User ${userInfo().username}
LocalSocket ${address}
DatabaseDirectory ${folder}/signatures
TemporaryDirectory ${folder}
StreamMaxLength ${limitBytes}
MaxFileSize ${maxFileBytes}
MaxScanSize ${limitBytes}
AlertExceedsMax yes
ConcurrentDatabaseReload no
`,
  );
  const child = await Child.start(
    {
      name: 'clamd',
      command: [clamd, '--config-file', join(folder, 'clamd.conf')],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '' },
      logFile: join(folder, 'log'),
      isReady: () => listens(address),
      readyWithinMs: 60_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 5000,
    },
    { endWithUs: true },
  );
  return {
    address,
    kill: () => void process.kill(child.pid ?? 0, 'SIGKILL'),
    async [Symbol.asyncDispose]() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listens(path: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(path);
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
    socket.once('connect', () => socket.destroy());
  });
}
