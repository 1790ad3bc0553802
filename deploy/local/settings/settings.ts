import { roleUrl } from '../postgres/databases.ts';
import { calledServices, type DatabaseService, type ServiceName, serviceDatabases, services } from '../services.ts';
import { receiverUrl, telemetrySettings } from '../telemetry/telemetry.ts';
import {
  databaseServiceSettings,
  evidenceSettings,
  gatewaySettings,
  identitySettings,
  operationsSettings,
  verificationSettings,
  webhooksSettings,
} from './known-settings.ts';
import { publicJwk, type Secrets } from './secrets.ts';

const loopback = '127.0.0.1';

export type Environment = Record<string, string>;

type PartName = ServiceName | 'postgres' | 'nats';

export type SettingsInput = {
  /** Without it, all parts run on this machine. */
  hostOf?: (part: PartName) => string;
  ports: Record<PartName, number> & { telemetry?: number | undefined };
  secrets: Secrets;
  dirs: { evidence: string; audit: string };
  mode: 'development' | 'production';
  publicUrl: string;
  /** Production refuses plaintext to other machines otherwise (ADR 0124). */
  isNetworkTrusted?: boolean;
  /** The gateway listens here too (`npm start -- --lan`). */
  lanAddress?: string | undefined;
  /** The file with the time of a history, in development (ADR 0140). */
  clockFile?: string | undefined;
  logLevel?: string;
  /** Environment of `npm start`. Services get OTEL_* and the names in known-settings.ts of it. */
  inherited?: Record<string, string | undefined>;
};

export type Settings = {
  services: Record<ServiceName, Environment>;
  /** Only migrations and seeds get these. */
  owners: Record<DatabaseService, { DATABASE_OWNER_URL: string }>;
};

/** Only this function decides which setting goes to which service. */
export function settingsFor(input: SettingsInput): Settings {
  const own = ownSettings(input);
  const entries = services.map((name): [ServiceName, Environment] => {
    const bus = name === 'website' ? {} : busSettings(input, name);
    const database = name === 'website' || name === 'gateway' ? {} : databaseSettings(input, name);
    return [
      name,
      { ...processSettings(input, name), ...bus, ...database, ...own[name], ...input.secrets.accepted?.[name] },
    ];
  });
  const owners = serviceDatabases.map((name) => [
    name,
    { DATABASE_OWNER_URL: roleUrl(clusterOf(input), name, 'owner') },
  ]);
  return {
    services: Object.fromEntries(entries) as Settings['services'],
    owners: Object.fromEntries(owners) as Settings['owners'],
  };
}

function processSettings(input: SettingsInput, name: ServiceName): Environment {
  const chosen = Object.entries(input.inherited ?? {}).filter(([key]) => key.startsWith('OTEL_'));
  return {
    ...(input.ports.telemetry !== undefined && telemetrySettings(input.ports.telemetry)),
    ...(Object.fromEntries(chosen) as Environment),
    PORT: String(input.ports[name]),
    HOST: input.hostOf ? '0.0.0.0' : loopback,
    TRUST_MODE: input.mode,
    PUBLIC_URL: input.publicUrl,
    ...(input.isNetworkTrusted && { TRUSTED_NETWORK: 'true' }),
    LOG_LEVEL: input.logLevel ?? 'info',
    SHUTDOWN_WAIT_MS: '0',
    ...(input.clockFile !== undefined && { DEVELOPMENT_CLOCK_FILE: input.clockFile }),
  };
}

function busSettings(input: SettingsInput, name: Exclude<ServiceName, 'website'>): Environment {
  return {
    NATS_URL: `nats://${addressOf(input, 'nats')}`,
    NATS_PASSWORD: input.secrets.natsPasswords[name],
    IDENTITY_URL: urlOf(input, 'identity'),
  };
}

function databaseSettings(input: SettingsInput, name: DatabaseService): Environment {
  const { secrets } = input;
  return {
    DATABASE_URL: roleUrl(clusterOf(input), name, 'app'),
    CURSOR_SECRET: secrets.cursorSecrets[name],
    INTERNAL_SECRET: secrets.internalSecrets[name],
    ...pick(input, databaseServiceSettings),
  };
}

function ownSettings(input: SettingsInput): Record<ServiceName, Environment> {
  const { secrets, dirs } = input;
  const portals = { PORTAL_ORIGINS: portalOrigins(input) };
  return {
    gateway: {
      ...portals,
      ...pick(input, gatewaySettings),
      ...lanSettings(input),
      // The people of a history have addresses of their own.
      ...(input.clockFile !== undefined && { TRUSTED_PROXIES: loopback }),
      ...Object.fromEntries(
        calledServices.map((name) => [`${name.toUpperCase()}_INTERNAL_SECRET`, secrets.internalSecrets[name]]),
      ),
      PROVIDER_URL: urlOf(input, 'provider'),
      EVIDENCE_URL: urlOf(input, 'evidence'),
      VERIFICATION_URL: urlOf(input, 'verification'),
      OPERATIONS_URL: urlOf(input, 'operations'),
      WEBHOOKS_URL: urlOf(input, 'webhooks'),
      WEBSITE_URL: urlOf(input, 'website'),
    },
    website: {
      API_URL: urlOf(input, 'gateway'),
      INTERNAL_SECRET: secrets.internalSecrets.website,
      ...(input.ports.telemetry !== undefined && { TRACES_URL: receiverUrl(input.ports.telemetry) }),
    },
    identity: {
      ...portals,
      ASSERTION_KEY: JSON.stringify(secrets.assertionKey),
      CODE_PEPPER: secrets.codePepper,
      SUBJECT_KEY_SECRET: secrets.subjectKeySecret,
      CONTACT_HASH_SECRET: secrets.contactHashSecret,
      SEAL_PUBLIC_KEY: JSON.stringify(publicJwk(secrets.sealKey)),
      INVITATION_PRIVATE_KEY: JSON.stringify(secrets.invitationKey),
      SMS_COUNTRIES: 'BE,DE,FR,GB,IE,LU,NL',
      PASSKEY_RP_ID: 'localhost',
      ...pick(input, identitySettings),
    },
    provider: {
      CLAIM_KEY_SECRET: secrets.claimKeySecret,
      CLAIM_SIGNING_KEY: JSON.stringify(secrets.claimSigningKey),
      INVITATION_PUBLIC_KEY: JSON.stringify(publicJwk(secrets.invitationKey)),
      INVITATION_SECRET: secrets.invitationSecret,
      CONTACT_HASH_SECRET: secrets.contactHashSecret,
    },
    evidence: {
      EVIDENCE_STORE: 'folder',
      EVIDENCE_DIR: dirs.evidence,
      UPLOAD_SIGNING_SECRET: secrets.uploadSigningSecret,
      CONTENT_INDEX_SECRET: secrets.contentIndexSecret,
      SCANNER: 'eicar-only',
      ...pick(input, evidenceSettings),
    },
    verification: pick(input, verificationSettings),
    operations: {
      AUDIT_SIGNING_KEY: JSON.stringify(secrets.auditSigningKey),
      AUDIT_CHECKPOINT_FILE: `${dirs.audit}/checkpoints`,
      ...pick(input, operationsSettings),
    },
    webhooks: {
      SEAL_PRIVATE_KEY: JSON.stringify(secrets.sealKey),
      PUSH_TOKEN_SECRET: secrets.pushTokenSecret,
      PAYMENT_PROVIDER: input.mode === 'development' ? 'sandbox' : 'none',
      ...pick(input, webhooksSettings),
    },
  };
}

function pick({ inherited = {} }: SettingsInput, names: readonly string[]): Environment {
  const set = names.flatMap((name) => (inherited[name] === undefined ? [] : [[name, inherited[name]]]));
  return Object.fromEntries(set) as Environment;
}

/** An emulator of Android reaches this machine by 10.0.2.2. */
function lanSettings({ lanAddress, inherited }: SettingsInput): Environment {
  if (lanAddress === undefined) return {};
  return { LAN_ADDRESS: lanAddress, EDGE_HOSTS: [inherited?.EDGE_HOSTS, '10.0.2.2'].filter(Boolean).join(',') };
}

/** By default the gateway's own origins, by each name of this machine. */
function portalOrigins({ publicUrl, inherited, lanAddress }: SettingsInput): string {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  const local = hostname === loopback ? ['localhost'] : [];
  const names = lanAddress === undefined ? local : [loopback, 'localhost'];
  return inherited?.PORTAL_ORIGINS ?? [origin, ...names.map((name) => `${protocol}//${name}:${port}`)].join();
}

function clusterOf({ hostOf, ports, secrets }: SettingsInput) {
  return {
    host: hostOf?.('postgres') ?? loopback,
    port: ports.postgres,
    passwords: secrets.databasePasswords,
  };
}

function urlOf(input: SettingsInput, name: ServiceName): string {
  return `http://${addressOf(input, name)}`;
}

function addressOf({ hostOf, ports }: SettingsInput, part: PartName): string {
  return `${hostOf?.(part) ?? loopback}:${ports[part]}`;
}
