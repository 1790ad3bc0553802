import { dataDirFromEnvironment } from '../data-dir.ts';
import { loadSecrets } from '../settings/secrets.ts';
import { readRun } from '../supervisor/run-file.ts';
import type { NatsUser } from './users.ts';

/** NATS_URL with NATS_PASSWORD, or else the server of the platform that runs on DATA_DIR. */
export function natsServer(user: NatsUser): { url: string; password: string | undefined } {
  const { NATS_URL: url, NATS_PASSWORD: password } = process.env;
  if (url) return { url, password };
  const dataDir = dataDirFromEnvironment();
  const port = readRun(dataDir)?.ports?.nats;
  if (!port) throw new Error(`The platform does not run on ${dataDir}. Start it, or set DATA_DIR or NATS_URL.`);
  return { url: `nats://127.0.0.1:${port}`, password: loadSecrets(dataDir).natsPasswords[user] };
}
