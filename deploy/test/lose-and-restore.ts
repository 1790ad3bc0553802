import { newIdentity } from '@trust/encrypted-bucket/age-keys';
import { Client, eventually } from '../../demo/client.ts';
import { category, centre } from '../../demo/steps/workspace.ts';
import type { StoreKeys } from '../compose/compose-secrets.ts';
import type { Environment } from '../local/settings/settings.ts';
import type { Stack } from './stack.ts';

/** In compose.override.yaml; it stands for a store of another company. */
const store = 'backup-store';
const endpoint = `http://${store}:8333`;

/** The settings of an operator who keeps backups and checkpoints elsewhere (docs/backups.md), and the private key of the backups. */
export async function backupsElsewhere(keysOf: { backup: StoreKeys; checkpoints: StoreKeys }) {
  const { text: identity, recipient } = await newIdentity();
  const settings: Environment = {
    BACKUP_RECIPIENT: recipient,
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY: 'trust:backup',
    BACKUP_S3_SECRET_KEY: keysOf.backup.secretKey,
    AUDIT_CHECKPOINT_S3_ENDPOINT: endpoint,
    AUDIT_CHECKPOINT_S3_ACCESS_KEY: 'trust:operations',
    AUDIT_CHECKPOINT_S3_SECRET_KEY: keysOf.checkpoints.secretKey,
    CHECKPOINTS_INTERNAL: 'false',
  };
  return { identity, settings };
}

type Loss = {
  stack: Stack;
  url: string;
  identity: string;
  backupKeys: StoreKeys;
  /** Writes the settings of a restored platform. */
  prepareRestore: () => void;
  start: () => Promise<void>;
};

/** Removes every container and volume except the backups, and follows docs/backups.md; returns what did not come back. */
export async function loseAndRestore(loss: Loss): Promise<string[]> {
  const { stack, url, identity, backupKeys, prepareRestore, start } = loss;
  await stack.node('operations', createBucket(backupKeys));
  await stack.compose('restart', 'backup');
  await stack.awaitLog('backup', /^.*Backed up as of .+$/m, 300_000);
  const before = await publicView(url);
  const documents = Number(await stack.node('evidence', countDocuments));

  await stack.destroy((name) => name !== store && !name.endsWith(`_${store}`));
  prepareRestore();
  const fetched = await stack.composeWith(identity, ...toolbox('restore', 's3:latest', '--identity', '-'));
  const folder = /restore (?:-- )?(\/work\/\S+)/.exec(fetched)?.[1];
  if (!folder) throw new Error(`The restore names no folder:\n${fetched}`);
  await start();
  const whileClosed = await fetch(`${url}/api/v1/public/categories`);
  await stack.compose(...toolbox('audit', 'verify', '--checkpoint'));
  const finished = await stack.compose(...toolbox('restore', folder, '--finish'));
  await eventually('the opened platform', async () =>
    (await fetch(`${url}/api/v1/public/categories`)).ok ? true : undefined,
  );
  const after = await publicView(url);
  return [
    ...(before.length > 0 ? [] : ['nothing was published before the loss']),
    ...(whileClosed.status === 503 ? [] : [`before the end of the restore the API answers ${whileClosed.status}`]),
    ...(finished.includes('The chain holds') ? [] : [`the audit log: ${finished}`]),
    ...(documents > 0 && fetched.includes(`Evidence: ${documents} missing files`)
      ? []
      : [`not all of ${documents} documents came back:\n${fetched}`]),
    ...before.filter((card) => !after.includes(card)).map((card) => `missing or changed: ${card}`),
  ];
}

const toolbox = (...command: string[]) => ['run', '--rm', '-T', 'toolbox', ...command];

/** The bucket exists before the first backup: its account may not create one. */
const createBucket = ({ secretKey }: StoreKeys) => `
  const { AccountClient } = await import('/app/packages/s3/src/account-client.ts');
  const account = { endpoint: '${endpoint}', region: 'us-east-1', accessKey: 'trust:backup', secretKey: '${secretKey}' };
  await new AccountClient(account).createBucket('backups');`;

const countDocuments = `
  process.loadEnvFile('/run/secrets/settings');
  const { AccountClient } = await import('/app/packages/s3/src/account-client.ts');
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = process.env;
  const objects = new AccountClient({ endpoint, region, accessKey, secretKey }).listObjectsV2('evidence', '', true);
  console.log((await Array.fromAsync(objects)).length);`;

/** The claim cards of every provider of the demo's category near its centre, without the time of reading. */
async function publicView(url: string): Promise<string[]> {
  const { api } = new Client(url).withoutSession({ attempts: 5 });
  const { items } = await api.searchProviders({ params: { query: { category, ...centre, radiusKm: 20, limit: 100 } } });
  const cards: string[] = [];
  for (const { publicProviderId } of items) {
    const { asOf: _, items: claims, ...card } = await api.listPublicClaims({ params: { path: { publicProviderId } } });
    cards.push(JSON.stringify({ ...card, claims: claims.map(({ freshness: _age, ...claim }) => claim) }));
  }
  return cards;
}
