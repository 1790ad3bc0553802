import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDataDir, dataDirFromEnvironment, recordRestore } from '../local/data-dir.ts';
import { giveFilesOfRoot, otherOwnerOf } from '../local/data-owner.ts';
import { startPostgres } from '../local/postgres/postgres.ts';
import { consoleSteps } from '../local/progress.ts';
import { type DatabaseService, serviceDatabases } from '../local/services.ts';
import { loadSecrets } from '../local/settings/secrets.ts';
import { RunFile } from '../local/supervisor/run-file.ts';
import { bucketPrefix, describeNamed, fetchNamed } from './bucket/fetch-named.ts';
import { bucketSettingsHelp } from './bucket/settings.ts';
import { type EvidencePlace, evidenceFolder } from './evidence-place.ts';
import { finish, finishingCommands, openPlatform, shown } from './finish.ts';
import { describeEndings } from './lost-endings.ts';
import { erasuresFile } from './lost-erasures.ts';
import { keysFile, refuseRetiredKeys } from './lost-keys.ts';
import * as manifests from './manifest.ts';
import { restoreDatabases } from './restore-databases.ts';
import * as servers from './server.ts';

const help = `npm run restore -- <folder> [--service x] [--list] [--finish] [--open]   restores a backup of \`npm run backup\`
npm run restore -- s3:latest --identity <file> [--folder <path>]           fetches it from its bucket first; s3:<name> too

  --list        show what the backup has, and verify its files; changes nothing
  --service x   restore the database of one service only: ${serviceDatabases.join(', ')}
  --finish      after the start of the services: repeat erasures and withdrawals of consents, publish missed events again,
                verify the audit log, show what ended since the backup, then open the platform
  --identity    file with the private key of the backups in the bucket (npm run backup -- new-identity); - for the
                standard input
  --without-keys  restore a backup whose keys are gone: people and earlier names stay encrypted
  --folder      where to fetch to (default: a folder of this backup below the temporary ones); it holds personal data
  --open        open the platform without --finish: only after all its commands have run one by one
  --help        show this text

${servers.settingsHelp}${bucketSettingsHelp}  ROLE_PASSWORDS  with POSTGRES_URL: the passwords of the roles, as for deploy/compose/setup.ts

1. Stop the services that you restore (all of them without --service).
2. npm run restore -- <folder>            replaces databases; adds missing evidence files; seals the guards
3. Start the services.
4. npm run restore -- <folder> --finish   prints each command that it runs; may be repeated
From 2 until the end of 4 the API and all pages answer 503. Restoring identity ends every session.
Without --service it deletes the NATS store of DATA_DIR: every outbox is published again. Delete that of a deployment.
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const started = performance.now();

type Plan = { folder: string; manifest: manifests.Manifest; services: readonly DatabaseService[] };

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      list: { type: 'boolean' },
      finish: { type: 'boolean' },
      open: { type: 'boolean' },
      service: { type: 'string' },
      identity: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
      folder: { type: 'string' },
    },
  });
  if (values.help) return void process.stdout.write(help);
  if (positionals.length !== 1) throw new Error(help);
  const [source = ''] = positionals;
  const isInBucket = source.startsWith(bucketPrefix);
  if (isInBucket && values.list) return describeNamed(source, print);
  const { identity, folder: target } = values;
  const folder = isInBucket
    ? await fetchNamed(source, { identity, folder: target, withoutKeys: values['without-keys'], step: consoleSteps() })
    : resolve(source);
  const manifest = manifests.readManifest(folder);
  const services = values.service ? [servers.serviceNamed(values.service)] : serviceDatabases;
  if (values.list) return list({ folder, manifest, services });
  if (values.finish || values.open) {
    const urlOf = servers.deploymentFromEnvironment()?.urlOf ?? servers.runningLocalServer(dataDirFromEnvironment());
    await refuseRetiredKeys(urlOf, folder);
    if (values.finish) await finish(folder, manifest.takenAt, print);
    await openPlatform(urlOf, manifest.takenAt, print);
    if (!values.finish) return;
    return print(`Finished in ${secondsSince(started)} s. The recovery time is this, the restore and the start.`);
  }
  await restore({ folder, manifest, services });
}

async function list({ folder, manifest, services }: Plan): Promise<void> {
  const { files, takenAt, commit, postgres } = manifest;
  print(`Taken at ${takenAt}, commit ${commit ?? 'unknown'}, Postgres ${postgres}`);
  for (const service of services) {
    const { bytes = 0 } = files[manifests.dumpName(service)] ?? {};
    print(`  ${service.padEnd(14)}${bytes} bytes, up to migration ${manifest.migrations[service]?.at(-1)}`);
  }
  const evidence = Object.keys(files).filter((name) => name.startsWith('evidence/'));
  print(`  ${evidence.length} evidence files; secrets ${files[manifests.secretsName] ? 'included' : 'not included'}`);
  await manifests.verifyFiles(folder, manifest, Object.keys(files));
  print('Every file has the size and sha256 of the manifest.');
  manifests.refuseNewerMigrations(manifest, services);
}

async function restore(plan: Plan): Promise<void> {
  const { folder, manifest, services } = plan;
  const hasEvidence = services.includes('evidence');
  const evidence = Object.keys(manifest.files).filter((name) => hasEvidence && name.startsWith('evidence/'));
  const step = consoleSteps();
  await step('verify the backup', async () => {
    manifests.refuseNewerMigrations(manifest, services);
    const keys = services
      .flatMap((service) => manifests.keyDumps[service]?.name ?? [])
      .filter((key) => manifest.files[key]);
    const names = [...services.map(manifests.dumpName), ...evidence, ...keys];
    await manifests.verifyFiles(folder, manifest, names);
  });
  const deployment = servers.deploymentFromEnvironment();
  await (deployment ? restoreDeployment(plan, deployment) : restoreLocal(plan));
  printNext(plan, deployment !== undefined);
}

async function restoreDeployment(plan: Plan, { urlOf, passwords, evidence }: servers.Deployment): Promise<void> {
  if (!passwords)
    throw new Error('Set ROLE_PASSWORDS, as for deploy/compose/setup.ts: a JSON object of role and password.');
  const step = consoleSteps();
  await step('restore databases', (report) =>
    restoreDatabases({ ...plan, urlOf, passwords, bin: servers.postgresPrograms(), report }),
  );
  if (plan.services.includes('evidence') && evidence) await restoreEvidence(plan.folder, evidence);
}

async function restoreLocal(plan: Plan): Promise<void> {
  const dataDir = dataDirFromEnvironment();
  createDataDir(dataDir);
  // Rejects a running platform, and prevents a start during the restore.
  using _run = await RunFile.claim(dataDir, 'npm run restore', print);
  try {
    await restoreInto(dataDir, plan);
  } finally {
    giveToOwner(dataDir);
  }
}

async function restoreInto(dataDir: string, plan: Plan): Promise<void> {
  const { folder, services } = plan;
  prepareSecrets(plan, dataDir);
  const isEverything = services.length === serviceDatabases.length;
  if (!isEverything && !existsSync(join(dataDir, 'postgres/cluster')))
    throw new Error(`${dataDir} has no databases, so --service would restore a part only. Leave it out.`);
  const bin = servers.postgresPrograms();
  const passwords = loadSecrets(dataDir).databasePasswords;
  const step = consoleSteps();
  // First: a restore that stops half-way must not get an example either.
  recordRestore(dataDir);
  {
    await using postgres = await step('start Postgres', () =>
      startPostgres({ bin, dataDir: join(dataDir, 'postgres'), durable: true }, { stopWithParent: true }),
    );
    await step('restore databases', (report) =>
      restoreDatabases({ ...plan, urlOf: postgres.superuserUrl, passwords, bin, report }),
    );
  }
  if (services.includes('evidence')) await restoreEvidence(folder, evidenceFolder(join(dataDir, 'evidence')));
  if (isEverything) rmSync(join(dataDir, 'nats/jetstream'), { recursive: true, force: true });
}

function prepareSecrets({ folder, manifest }: Plan, dataDir: string): void {
  const file = join(dataDir, manifests.secretsName);
  if (!existsSync(file)) {
    if (!manifest.files[manifests.secretsName])
      throw new Error(
        `The secrets are not in this backup. Copy secrets.json from where you keep it to ${file}, then restore.`,
      );
    copyFileSync(join(folder, manifests.secretsName), file);
  }
  if (manifest.secrets && manifest.secrets !== manifests.fingerprintOf(loadSecrets(dataDir).subjectKeySecret))
    throw new Error(
      `${file} is not from the platform of this backup: nobody's account could be read. Put its secrets.json there.`,
    );
}

async function restoreEvidence(folder: string, to: EvidencePlace): Promise<void> {
  const copied = await to.addFrom(join(folder, 'evidence'));
  print(`Evidence: ${copied} missing files copied to ${to.label}`);
}

function giveToOwner(folder: string): void {
  const owner = otherOwnerOf(folder);
  if (owner) giveFilesOfRoot(folder, owner);
}

function printNext({ folder, manifest, services }: Plan, isDeployment: boolean): void {
  const minutes = Math.ceil((Date.now() - new Date(manifest.takenAt).getTime()) / 60_000);
  print(
    `\nRecovery point: ${manifest.takenAt}. What ${services.join(', ')} wrote in the ${minutes} minutes since is lost.`,
  );
  print(`Recovery time so far: ${secondsSince(started)} s, without start and --finish.`);
  for (const line of describeEndings(folder)) print(line);
  print('\nThe platform stays closed (503) until --finish has ended. Commands work: run those of the list before it.');
  if (services.includes('identity')) print('Every session of the backup has ended: everybody signs in again.');
  print('\nNext:');
  if (isDeployment && services.length === serviceDatabases.length)
    print('  Delete the JetStream store of NATS (all nodes), start NATS, run npm run streams -- --once');
  print(
    `  EVIDENCE_MAX_STORE_MISMATCHES=0 ${isDeployment ? '(setting of evidence), start the services' : 'npm start'}`,
  );
  if (services.includes('provider') && existsSync(keysFile(folder)))
    print(
      `  Retire the signing keys of ${keysFile(folder)} that the backup has as valid: npm run keys -- rotate --now, then\n` +
        '  npm run keys -- retire <kid> --compromised. --finish refuses while one of them is valid, and names it.',
    );
  print(`  npm run restore -- ${folder} --finish, which runs:`);
  for (const command of finishingCommands(folder, manifest.takenAt)) print(`    ${shown(command)}`);
  if (services.includes('identity') && !existsSync(erasuresFile(folder)))
    print(
      '  If people were erased since then: npm run erasures -- repeat <file>, with the list that you keep elsewhere.',
    );
}

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1);

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
