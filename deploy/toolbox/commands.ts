import { serviceDatabases } from '../local/services.ts';

export const owners = serviceDatabases.map((service) => `migrate-${service}`);

/** A toolbox ends after an hour, or its `hours`, so that nobody forgets one. It mounts its Secrets and reaches its destinations: one for the commands that need the same. */
export type Toolbox = {
  secrets: string[];
  settingsOf?: string | string[];
  reaches: string[];
  commands: string[];
  hours?: number;
};

/** Every command of operators (docs/commands.md). The first Secret that has a setting counts. */
export const toolboxes: Record<string, Toolbox> = {
  identity: {
    secrets: ['identity'],
    settingsOf: 'identity',
    reaches: ['postgres'],
    commands: ['operators', 'people', 'holds', 'consents', 'erasures', 'sms', 'data-keys'],
  },
  provider: {
    secrets: ['provider'],
    settingsOf: 'provider',
    reaches: ['postgres'],
    commands: ['catalog', 'listings', 'keys'],
  },
  operations: {
    secrets: ['operations', 'events'],
    settingsOf: 'operations',
    reaches: ['postgres', 'nats', 'object-store'],
    commands: ['audit'],
  },
  webhooks: { secrets: ['webhooks'], settingsOf: 'webhooks', reaches: ['postgres'], commands: ['deliveries'] },
  events: { secrets: ['events'], reaches: ['nats'], commands: ['events'] },
  streams: { secrets: ['streams'], settingsOf: 'streams', reaches: ['nats'], commands: ['streams'] },
  backfills: { secrets: owners, reaches: ['postgres'], commands: ['backfills'], hours: 12 },
  partitions: { secrets: ['partitions'], reaches: ['postgres'], commands: ['partitions'] },
  backup: {
    secrets: ['backup'],
    settingsOf: ['evidence', 'backup'],
    reaches: ['postgres', 'object-store', 'telemetry'],
    commands: ['backup'],
    hours: 12,
  },
  databases: {
    // Before `backup`, whose account of the store only reads: a restore writes documents.
    secrets: ['databases', 'evidence', 'backup'],
    settingsOf: ['evidence', 'backup'],
    reaches: ['postgres', 'object-store'],
    commands: ['restore', 'point-in-time'],
    hours: 12,
  },
};

/** The user of NATS that commands have, as `npm run events` and `npm run audit` name its password. */
export const eventsSecret = ['NATS_PASSWORD', 'EVENTS_COMMAND_PASSWORD'];
