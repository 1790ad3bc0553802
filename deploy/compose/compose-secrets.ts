import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSecrets, type Secrets } from '../local/settings/secrets.ts';

export type StoreKeys = { accessKey: string; secretKey: string };

export type ComposeSecrets = Secrets & {
  postgresPassword: string;
  objectStore: StoreKeys;
  checkpointStore: StoreKeys;
  backupReader: StoreKeys;
  natsClusterPassword: string;
  monitorPassword: string;
  grafanaPassword: string;
};

/** Generated values, and addresses that hold one. */
export function isSecretSetting(name: string): boolean {
  return /_(KEY|SECRET|PASSWORD|PEPPER|TOKEN)$|^DATABASE_URL$/.test(name);
}

/** Later calls keep the secrets and write the files again: a new version may need more of them. */
export function loadComposeSecrets(folder: string): ComposeSecrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The files are readable for every user: see writeSecretFiles.
  if (statSync(folder).mode & 0o077)
    throw new Error(`Other users can open ${folder}. Run chmod 700 on it, or choose a new folder.`);
  const file = join(folder, 'compose.json');
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const own = {
    postgresPassword: randomSecret(),
    objectStore: newStoreKeys(),
    checkpointStore: newStoreKeys(),
    backupReader: newStoreKeys(),
    natsClusterPassword: randomSecret(),
    monitorPassword: randomSecret(),
    grafanaPassword: randomSecret(),
    ...stored,
  };
  writeSecret(file, `${JSON.stringify(own, null, 2)}\n`, 0o600);
  return { ...own, ...loadSecrets(folder) };
}

/** Readable for every user, because containers run as other users: the folder admits only its owner. */
export function writeSecretFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeSecret(join(folder, name), text, 0o444);
}

function writeSecret(file: string, text: string, mode: number): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, text, { mode });
  chmodSync(draft, mode);
  renameSync(draft, file);
}

function newStoreKeys(): StoreKeys {
  return { accessKey: randomBytes(10).toString('hex'), secretKey: randomSecret() };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
