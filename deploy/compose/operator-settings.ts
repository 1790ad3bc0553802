import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { BackupSettings } from '../backup/bucket/settings.ts';
import { configs } from '../configuration/configs.ts';
import { settingsOf } from '../configuration/settings-table.ts';
import { type ServiceName, services } from '../local/services.ts';
import { nearestTo } from '../local/settings/known-settings.ts';
import type { Environment, Settings } from '../local/settings/settings.ts';
import { AlertSettings } from './alertmanager.ts';
import { composeVariables } from './compose-file.ts';

/** Only the operator writes this file; Compose reads its variables from it too. */
export const operatorFile = join(import.meta.dirname, '../.env');

/** For the steps and parts of compose.yaml; no service reads them. */
const ownNames = [...Object.keys(AlertSettings.shape), ...Object.keys(BackupSettings.shape), 'STREAM_REPLICAS'];

/** The platform has a preset, and an operator may choose otherwise. */
const replaceable = [
  ...['LOG_LEVEL', 'NATS_URL', 'PASSKEY_RP_ID', 'PAYMENT_PROVIDER', 'PORTAL_ORIGINS', 'PUBLIC_URL', 'SHUTDOWN_WAIT_MS'],
  ...['SMS_COUNTRIES', 'TRUST_MODE'],
];

const namesOf = Object.fromEntries(
  services.map((name) => [name, settingsOf(configs[name]).map((one) => one.name)]),
) as Record<ServiceName, string[]>;

export function readOperatorSettings(file: string): Environment {
  if (!existsSync(file)) return {};
  if (statSync(file).mode & 0o077) throw new Error(`Other users can read ${file}. Run chmod 600 on it.`);
  return parseEnv(readFileSync(file, 'utf8')) as Environment;
}

/** What the operator chose of the settings of a service. */
export function chosenFor(service: ServiceName, operator: Environment): Environment {
  const isRead = ([name]: [string, string]) => namesOf[service].includes(name) || name.startsWith('OTEL_');
  return Object.fromEntries(Object.entries(operator).filter(isRead));
}

/** One line for each name that the file cannot have. `fixed`: names that the platform alone sets, such as passwords. */
export function unknownNames(operator: Environment, fixed: readonly string[]): string[] {
  const settings = Object.values(namesOf).flat();
  const possible = [...settings.filter((name) => !fixed.includes(name)), ...composeVariables(), ...ownNames];
  return Object.keys(operator).flatMap((name) => {
    if (fixed.includes(name)) return [`${name}: the platform sets it itself. Remove the line.`];
    if (possible.includes(name) || /^(OTEL|COMPOSE|DOCKER)_/.test(name)) return [];
    const nearest = nearestTo(name, possible);
    return [`${name}: there is no such setting.${nearest.distance <= 3 ? ` Did you mean ${nearest.name}?` : ''}`];
  });
}

/** Of the names that services get without any choice of the operator, those that nobody else can choose. */
export function fixedNames(presets: Settings): string[] {
  const names = new Set(Object.values(presets.services).flatMap((settings) => Object.keys(settings)));
  return [...names].filter((name) => !replaceable.includes(name));
}
