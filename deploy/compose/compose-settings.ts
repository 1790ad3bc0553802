import { settingFaults as faultsOf } from '@trust/service-kit/config';
import { configs } from '../configuration/configs.ts';
import { type ServiceName, services } from '../local/services.ts';
import { type Environment, type Settings, settingsFor } from '../local/settings/settings.ts';
import { AlertSettings } from './alertmanager.ts';
import { faultsOfBuckets } from './buckets-elsewhere.ts';
import type { ComposeSecrets } from './compose-secrets.ts';
import { chosenFor, fixedNames, unknownNames } from './operator-settings.ts';
import { Certificates } from './step-settings.ts';

const port = 8080;
/** As compose.yaml presets it. */
export const tlsSubnet = '10.251.251.0/28';
const servicePorts = Object.fromEntries(services.map((name) => [name, port])) as Record<ServiceName, number>;

/** Each fault of the operator's settings in a line that names the setting: of unknown names, and of what the services would refuse. */
export function settingFaults(secrets: ComposeSecrets, operator: Environment): string[] {
  // Other settings are derived from it.
  if (operator.PUBLIC_URL !== undefined && !isAddress(operator.PUBLIC_URL))
    return ['PUBLIC_URL: must be an address such as https://trust.example.org'];
  const { services: chosen } = composeSettings(secrets, operator);
  // compose.yaml adds what it publishes.
  chosen.gateway.PUBLISHED_ADDRESS = operator.GATEWAY_ADDRESS ?? '127.0.0.1';
  const fixed = fixedNames(settingsOf(secrets, {}));
  const refused = services.flatMap((name) => faultsOf(configs[name], chosen[name]));
  const ofAlerts = faultsOf(AlertSettings, operator);
  return [
    ...new Set([
      ...unknownNames(operator, fixed),
      ...ofAlerts,
      ...faultsOfBuckets(operator),
      ...faultsOf(Certificates, operator),
      ...refused.filter((fault) => !fixed.includes(nameIn(fault))),
    ]),
  ];
}

/** All settings of the services in the network of compose.yaml, where each host has the name of its service, with what the operator chose. */
export function composeSettings(secrets: ComposeSecrets, operator: Environment = {}): Settings {
  const settings = settingsOf(secrets, operator, { ...presetsOf(secrets), ...(!isProduction(operator) && mailpit) });
  // The proxy of the profile `tls` is alone with the gateway in its network.
  if (operator.COMPOSE_PROFILES?.split(',').includes('tls'))
    settings.services.gateway.TRUSTED_PROXIES = operator.TLS_SUBNET ?? tlsSubnet;
  for (const name of services) {
    const { SHUTDOWN_WAIT_MS: _soon, EVIDENCE_DIR: _folder, ...own } = settings.services[name];
    settings.services[name] = { ...own, ...chosenFor(name, operator) };
  }
  return settings;
}

function settingsOf(secrets: ComposeSecrets, operator: Environment, presets: Environment = {}): Settings {
  return settingsFor({
    hostOf: (part) => part,
    ports: { ...servicePorts, postgres: 5432, nats: 4222 },
    secrets,
    dirs: { evidence: '/data', audit: '/data' },
    mode: isProduction(operator) ? 'production' : 'development',
    publicUrl: operator.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
    inherited: { ...presets, ...operator },
    // Each part is in a network of Compose, which no other machine reads.
    isNetworkTrusted: true,
  });
}

/** Settings of the container `backup`, which reads databases and documents and writes to the bucket of backups. */
export function backupSettings(secrets: ComposeSecrets, evidence: Environment, operator: Environment): Environment {
  const { S3_ENDPOINT, S3_REGION, S3_EVIDENCE_BUCKET, OTEL_EXPORTER_OTLP_ENDPOINT } = evidence;
  const store = { S3_ENDPOINT, S3_REGION, S3_EVIDENCE_BUCKET, OTEL_EXPORTER_OTLP_ENDPOINT };
  const ownStore = S3_ENDPOINT === objectStore;
  return {
    POSTGRES_URL: `postgres://backup:${secrets.backupPassword}@postgres:5432`,
    ...(Object.fromEntries(Object.entries(store).filter(([, value]) => value !== undefined)) as Environment),
    S3_ACCESS_KEY: ownStore ? secrets.backupReader.accessKey : (evidence.S3_ACCESS_KEY ?? ''),
    S3_SECRET_KEY: ownStore ? secrets.backupReader.secretKey : (evidence.S3_SECRET_KEY ?? ''),
    ...Object.fromEntries(Object.entries(operator).filter(([name]) => name.startsWith('BACKUP_'))),
  };
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^/]/.test(text) && URL.canParse(text);
}

function nameIn(fault: string): string {
  return fault.slice(0, fault.indexOf(':'));
}

function isProduction({ TRUST_MODE }: Environment): boolean {
  return TRUST_MODE === 'production';
}

const objectStore = 'http://object-store:8333';

function presetsOf({ objectStore: evidenceKeys, checkpointStore }: ComposeSecrets): Environment {
  return {
    EVIDENCE_STORE: 's3',
    S3_ENDPOINT: objectStore,
    // Clients upload parts to the store with signed URLs; the host is part of the signature.
    S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:8333',
    S3_ACCESS_KEY: evidenceKeys.accessKey,
    S3_SECRET_KEY: evidenceKeys.secretKey,
    SCANNER: 'clamd',
    CLAMD_ADDRESS: 'clamav:3310',
    AUDIT_CHECKPOINT_S3_ENDPOINT: objectStore,
    AUDIT_CHECKPOINT_S3_ACCESS_KEY: checkpointStore.accessKey,
    AUDIT_CHECKPOINT_S3_SECRET_KEY: checkpointStore.secretKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel-collector:4318',
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
}

/** In development e-mails stay in the mailbox, or with EMAIL_SENDER=smtp go to Mailpit (profile `mail`). */
const mailpit = {
  EMAIL_SENDER: 'mailbox',
  SMTP_URL: 'smtp://mailpit:1025',
  EMAIL_FROM: 'Provider Trust <no-reply@trust.test>',
};
