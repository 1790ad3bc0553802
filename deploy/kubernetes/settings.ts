import { sections, withBus, withDatabase } from '../configuration/page.ts';
import { type ServiceName, serviceDatabases, services } from '../local/services.ts';
import { createSecrets } from '../local/settings/secrets.ts';
import { type Environment, settingsFor } from '../local/settings/settings.ts';

export const port = 8080;

const platformNames = [
  'HOST',
  'IDENTITY_URL',
  'LOG_LEVEL',
  'NATS_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'PORT',
  'PUBLIC_URL',
  'SHUTDOWN_WAIT_MS',
  'TRUSTED_NETWORK',
  'TRUST_MODE',
];

/** A service gets `plain` values; its Secret must hold the keys named in `secret`. */
export type ServiceSettings = { plain: Environment; secret: string[] };

/** The settings of `npm start`, with the addresses of a cluster. */
export function clusterSettings(): Record<ServiceName, ServiceSettings> {
  const secrets = createSecrets();
  const secretTexts = textsOf(secrets);
  const ports = Object.fromEntries([...services, 'postgres', 'nats'].map((name) => [name, port]));
  const local = settingsFor({
    ports: ports as Parameters<typeof settingsFor>[0]['ports'],
    secrets,
    dirs: { evidence: '', audit: '' },
    mode: 'production',
    publicUrl: 'https://trust.example.org',
    // Network policies keep others away; docs/kubernetes.md says how to encrypt.
    isNetworkTrusted: true,
    inherited: { PORTAL_ORIGINS: 'https://portal.example.org', PASSKEY_RP_ID: 'portal.example.org' },
  }).services;
  const entries = services.map((name) => {
    const all = { ...local[name], ...clusterAddresses(local[name]), ...ownSettings[name] };
    const kept = Object.entries(all).filter(([key]) => !localOnly.includes(key));
    const isSecret = ([key, value]: [string, string]) =>
      secretKeys.includes(key) || secretTexts.some((text) => value.includes(text));
    const plain = Object.fromEntries(kept.filter((entry) => !isSecret(entry)));
    return [name, { plain, secret: kept.filter(isSecret).map(([key]) => key) }] as const;
  });
  return Object.fromEntries(entries) as Record<ServiceName, ServiceSettings>;
}

/** Secrets that a feature needs, such as Stripe's key, or a rotation. Its other settings go into an overlay. */
export function optionalSecrets(name: string, required: string[]): string[] {
  const hasDatabase = serviceDatabases.some((service) => service === name);
  const shared = [...(name === 'website' ? [] : [withBus]), ...(hasDatabase ? [withDatabase] : [])];
  const own = sections().filter(({ title }) => shared.includes(title) || title.toLowerCase() === name);
  const optional = own.flatMap(({ settings }) => settings).filter(({ isSecret, preset }) => isSecret && preset === '–');
  return optional.map((one) => one.name).filter((one) => !required.includes(one));
}

export function configMaps(): Record<string, Environment> {
  const settings = clusterSettings();
  const own = services.map((name) => [name, without(settings[name].plain, platformNames)] as const);
  const platform = only(settings.provider.plain, platformNames);
  return Object.fromEntries([
    ['platform', platform],
    ['streams', { STREAM_REPLICAS: '1' }],
    ['backup', backupBucket],
    ...own,
  ]);
}

function clusterAddresses(local: Environment): Environment {
  const urls = Object.keys(local).flatMap((key) => {
    const name = services.find((service) => key === `${service.toUpperCase()}_URL`);
    return name ? [[key, `http://${name}:${port}`]] : [];
  });
  const api = local.API_URL === undefined ? {} : { API_URL: `http://gateway:${port}` };
  return {
    ...Object.fromEntries(urls),
    ...api,
    HOST: '0.0.0.0',
    NATS_URL: 'nats://nats:4222',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel-collector:4318',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
    // Endpoints of a Service change some seconds after the signal.
    SHUTDOWN_WAIT_MS: '5000',
  };
}

const evidenceStore: Environment = {
  EVIDENCE_STORE: 's3',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_REGION: 'us-east-1',
  S3_UPLOADS_BUCKET: 'uploads',
  S3_EVIDENCE_BUCKET: 'evidence',
  S3_ACCESS_KEY: '',
  S3_SECRET_KEY: '',
  SCANNER: 'clamd',
  CLAMD_ADDRESS: 'clamav:3310',
};
/** Production has no mailbox. Empty values are in the Secret. */
const carriers: Environment = {
  SMS_SENDER: 'twilio',
  TWILIO_ACCOUNT_SID: '',
  TWILIO_KEY_SID: '',
  TWILIO_KEY_SECRET: '',
  TWILIO_FROM: '',
  EMAIL_SENDER: 'smtp',
  EMAIL_FROM: 'Provider Trust <no-reply@trust.example.org>',
  SMTP_URL: '',
  PUSH_SENDER: 'push_services',
  FCM_ACCOUNT_KEY: '',
  WEBHOOK_SECRETS: '',
};
/** In place of the file of `npm start`: any replica may sign the next checkpoint. */
const checkpointStore: Environment = {
  AUDIT_CHECKPOINT_S3_ENDPOINT: 'https://s3.example.org',
  AUDIT_CHECKPOINT_S3_REGION: 'us-east-1',
  AUDIT_CHECKPOINT_S3_BUCKET: 'audit-checkpoints',
  AUDIT_CHECKPOINT_S3_ACCESS_KEY: '',
  AUDIT_CHECKPOINT_S3_SECRET_KEY: '',
};
/** An overlay names the bucket and the public key. */
const backupBucket: Environment = {
  BACKUP_S3_ENDPOINT: 'https://s3.example.net',
  BACKUP_S3_REGION: 'us-east-1',
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_RECIPIENT: '',
};
const ownSettings: Partial<Record<ServiceName, Environment>> = {
  evidence: evidenceStore,
  operations: checkpointStore,
  webhooks: carriers,
};
/** Folders of one machine. */
export const localOnly = ['EVIDENCE_DIR', 'UPLOAD_SIGNING_SECRET', 'AUDIT_CHECKPOINT_FILE'];
const secretKeys = Object.values(ownSettings).flatMap((own) => Object.keys(own).filter((key) => own[key] === ''));

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= 20 ? [value] : [];
  return Object.values(value as object).flatMap(textsOf);
}

function only(values: Environment, names: string[]): Environment {
  return Object.fromEntries(Object.entries(values).filter(([key]) => names.includes(key)));
}

function without(values: Environment, names: string[]): Environment {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !names.includes(key)));
}
