import { join } from 'node:path';
import { followedClock } from '../clock.ts';
import { dataDirFromEnvironment } from '../data-dir.ts';
import { urlAt } from '../lan-address.ts';
import { isAlive } from '../supervisor/process-identity.ts';
import { readRun } from '../supervisor/run-file.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { type Settings, type SettingsInput, settingsFor } from './settings.ts';

export function stackSettings(
  dataDir: string,
  ports: SettingsInput['ports'],
  secrets: Secrets,
  lanAddress?: string,
): Settings {
  return settingsFor({
    ports,
    secrets,
    dirs: { evidence: join(dataDir, 'evidence'), audit: join(dataDir, 'audit') },
    mode: 'development',
    publicUrl: urlAt(lanAddress, ports.gateway),
    lanAddress,
    clockFile: followedClock(dataDir),
    logLevel: process.env.LOG_LEVEL || 'info',
    inherited: process.env,
  });
}

export function runningSettings(dataDir = dataDirFromEnvironment()): Settings {
  const run = readRun(dataDir);
  if (!run?.ports || !isAlive(run.supervisor)) {
    throw new Error(
      `The platform does not run on ${dataDir}. Start it with \`npm start\`, or set DATA_DIR to its data folder.`,
    );
  }
  return stackSettings(dataDir, run.ports, loadSecrets(dataDir));
}
