import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { publicKeysIn } from '../../services/operations/src/audit/checkpoints/checkpoint-key.ts';
import { temporaryDataDir } from '../local/data-dir.ts';
import { consoleSteps } from '../local/progress.ts';
import { drill } from './bucket/drill.ts';
import { bucketPrefix, readIdentity } from './bucket/fetch-named.ts';
import { bucketFromEnvironment, bucketSettingsHelp } from './bucket/settings.ts';
import { postgresPrograms } from './server.ts';

const help = `npm run drill -- [s3:latest] --identity <file> --audit-key <file>   proves that a backup can be restored

  --identity   file with the private key of the backups (npm run backup -- new-identity)
  --audit-key  public keys of the audit log: npm run audit -- public-key > <file>, again after a rotation
  --samples    documents to decrypt, chosen at random (default 100); all are looked for
  --help       show this text

${bucketSettingsHelp}  TMPDIR          a disk with room for the databases twice

Restores the last backup into a Postgres of its own below TMPDIR, which it removes again, and verifies hashes, row
counts, the audit log and that each document is there. Needs a checkout and the programs of Postgres, not the platform:
run it on a machine that the platform does not reach. The bucket remembers the success, and the alert DrillOld reads it.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    identity: { type: 'string' },
    'audit-key': { type: 'string' },
    samples: { type: 'string', default: '100' },
    help: { type: 'boolean', short: 'h' },
  },
});

async function main(): Promise<void> {
  const [source = `${bucketPrefix}latest`] = positionals;
  const { identity, 'audit-key': auditKey } = values;
  if (values.help) return void process.stdout.write(help);
  if (!identity || !auditKey || !source.startsWith(bucketPrefix)) throw new Error(help);
  const started = performance.now();
  const scratch = temporaryDataDir('drill');
  try {
    const { name, documents, entries } = await drill({
      bucket: bucketFromEnvironment(),
      wanted: source.slice(bucketPrefix.length),
      decrypter: readIdentity(identity),
      auditKeys: publicKeysIn(readFileSync(auditKey, 'utf8')),
      scratch,
      samples: Number(values.samples),
      bin: postgresPrograms(),
      now: () => new Date(),
      random: Math.random,
      step: consoleSteps(),
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stdout.write(
      `${name} can be restored: ${entries} audit entries hold, ${documents} documents are there. ${seconds} s\n`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
