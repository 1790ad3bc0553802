import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { stringify } from 'yaml';
import { eventsCommand, natsAuthorization, provisioner } from '../local/nats/users.ts';
import { services } from '../local/services.ts';
import { loadSecrets, type Secrets } from '../local/settings/secrets.ts';
import { type Environment, settingsFor } from '../local/settings/settings.ts';
import { clusterSettings, port } from './settings.ts';
import { stepSecrets } from './steps.ts';
import { prepare } from './workload.ts';

/** In a value that only the operator knows. */
export const placeholder = 'FILL-IN';

/** The settings that each Secret must hold, by the name that manifests use. */
export function requiredSecrets(): Record<string, string[]> {
  const ofServices = Object.entries(clusterSettings()).map(([name, { secret }]) => [name, secret] as const);
  return { ...Object.fromEntries(ofServices), ...stepSecrets };
}

export type WrittenSecret = { file: string; added: string[]; toFillIn: string[] };

/**
 * A file per Secret, and a Kustomization that makes them. Values are generated as for Compose and kept in secrets.json. A later call
 * adds what a new version needs, and changes no line that exists.
 */
export function writeSecrets(folder: string): WrittenSecret[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const secrets = loadSecrets(folder);
  const generated = generatedSettings(secrets);
  const names = requiredSecrets();
  const written = Object.entries(names).map(([name, settings]) => {
    const file = join(folder, `${name}.env`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const existing = parseEnv(text);
    const added = settings.filter((setting) => existing[setting] === undefined);
    const lines = added.map((setting) => `${setting}='${generated[name]?.[setting] ?? placeholder}'\n`);
    if (added.length > 0) write(file, `${text}${text && !text.endsWith('\n') ? '\n' : ''}${lines.join('')}`);
    const values = Object.entries(parseEnv(readFileSync(file, 'utf8')));
    return { file, added, toFillIn: values.flatMap(([key, value]) => (value?.includes(placeholder) ? [key] : [])) };
  });
  write(join(folder, 'kustomization.yaml'), kustomizationOf(Object.keys(names)));
  // For the configuration of the NATS servers; the cluster does not mount it.
  write(join(folder, 'nats-users.conf'), natsAuthorization(secrets.natsPasswords));
  return written;
}

function generatedSettings(secrets: Secrets): Record<string, Environment> {
  const { services: ofServices, owners } = settingsFor({
    hostOf: (part) => (part === 'postgres' ? `${placeholder}-POSTGRES-HOST` : part),
    ports: Object.fromEntries(
      [...services, 'postgres', 'nats'].map((name) => [name, name === 'postgres' ? 5432 : port]),
    ) as never,
    secrets,
    dirs: { evidence: '', audit: '' },
    mode: 'production',
    publicUrl: 'https://trust.example.org',
  });
  const events = secrets.natsPasswords[eventsCommand];
  return {
    ...ofServices,
    ...Object.fromEntries(Object.entries(owners).map(([name, settings]) => [`migrate-${name}`, settings])),
    databases: {
      POSTGRES_URL: `postgres://${placeholder}-ADMINISTRATOR:${placeholder}@${placeholder}-POSTGRES-HOST:5432`,
      ROLE_PASSWORDS: JSON.stringify({
        ...secrets.databasePasswords,
        backup: secrets.backupPassword,
        maintenance: secrets.maintenancePassword,
      }),
    },
    backup: { POSTGRES_URL: `postgres://backup:${secrets.backupPassword}@${placeholder}-POSTGRES-HOST:5432` },
    partitions: {
      POSTGRES_URL: `postgres://maintenance:${secrets.maintenancePassword}@${placeholder}-POSTGRES-HOST:5432`,
    },
    streams: { NATS_PROVISIONER_PASSWORD: secrets.natsPasswords[provisioner] },
    events: { NATS_PASSWORD: events, EVENTS_COMMAND_PASSWORD: events },
  };
}

function kustomizationOf(names: string[]): string {
  return stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    // The hash in a generated name restarts the pods of a changed Secret.
    secretGenerator: names.map((name) => ({
      name,
      files: [`settings=${name}.env`],
      options: { labels: prepare },
    })),
  });
}

function write(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 });
  chmodSync(file, 0o600);
}
