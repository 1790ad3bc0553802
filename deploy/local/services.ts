export const serviceDatabases = ['identity', 'provider', 'evidence', 'verification', 'operations', 'webhooks'] as const;
export type DatabaseService = (typeof serviceDatabases)[number];

/** Each of these has a user of NATS. */
export const busServices = ['gateway', ...serviceDatabases] as const;

/** The gateway calls these, each with a secret of its own. */
export const calledServices = ['website', ...serviceDatabases] as const;

export const services = ['gateway', 'website', ...serviceDatabases] as const;
export type ServiceName = (typeof services)[number];
