import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { Child } from '../../../../deploy/local/supervisor/child.ts';
import { eicar } from '../../src/scanning/scanners/eicar.ts';

export type Clamd = AsyncDisposable & {
  address: string;
  kill(): void;
  hang(): void;
  goOn(): void;
};

type ClamdOptions = {
  limitBytes?: number;
  maxFileBytes?: number;
  alertsExceeded?: boolean;
  signaturesDate?: Date;
};

const usualLimit = 32 * 1024 * 1024;
const signatures = `Eicar-Test-Signature:0:*:${eicar.toString('hex')}\n`;

/** Debian's clamd with one signature: the EICAR test file, at any offset. */
export async function startClamd({
  limitBytes = usualLimit,
  maxFileBytes = usualLimit,
  alertsExceeded = true,
  signaturesDate,
}: ClamdOptions = {}): Promise<Clamd> {
  const { clamd } = await sharedResource<Record<'clamd', string>>('clamd');
  const folder = mkdtempSync(join(tmpdir(), 'trust-clamd-'));
  const address = join(folder, 'socket');
  mkdirSync(join(folder, 'signatures'));
  if (signaturesDate) writeDailySignatures(join(folder, 'signatures'), signaturesDate);
  else writeFileSync(join(folder, 'signatures/own.ndb'), signatures);
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
AlertExceedsMax ${alertsExceeded ? 'yes' : 'no'}
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
    { stopWithParent: true },
  );
  let isHung = false;
  const send = (signal: NodeJS.Signals) => {
    isHung = signal === 'SIGSTOP';
    if (child.pid) process.kill(child.pid, signal);
  };
  return {
    address,
    kill: () => send('SIGKILL'),
    hang: () => send('SIGSTOP'),
    goOn: () => send('SIGCONT'),
    async [Symbol.asyncDispose]() {
      if (isHung) send('SIGCONT');
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** clamd reads the date of a `.cud` database and requires no signature (libclamav, cvd.c). */
function writeDailySignatures(folder: string, from: Date): void {
  const seconds = Math.floor(from.getTime() / 1000);
  const header = `ClamAV-VDB:${from.toUTCString().replaceAll(':', '-')}:27900:1:63:X:X:test:${seconds}`;
  const hash = createHash('sha256').update(signatures).digest('hex');
  writeFileSync(join(folder, 'daily.info'), `${header}\ndaily.ndb:${signatures.length}:${hash}\n`);
  writeFileSync(join(folder, 'daily.ndb'), signatures);
  execFileSync('tar', ['--format=ustar', '-cf', 'daily.tar', 'daily.info', 'daily.ndb'], { cwd: folder });
  const archive = readFileSync(join(folder, 'daily.tar'));
  for (const name of ['daily.info', 'daily.ndb', 'daily.tar']) rmSync(join(folder, name));
  writeFileSync(join(folder, 'daily.cud'), Buffer.concat([Buffer.from(header.padEnd(512)), archive]));
}

function listens(path: string): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(path);
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
    socket.once('connect', () => socket.destroy());
  });
}
