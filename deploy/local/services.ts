export const serviceDatabases = ['identity', 'provider', 'evidence', 'verification', 'operations', 'webhooks'] as const;
export type DatabaseService = (typeof serviceDatabases)[number];

export const services = ['gateway', ...serviceDatabases] as const;
export type ServiceName = (typeof services)[number];
