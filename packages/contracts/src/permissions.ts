/** Identity maps roles to permissions; routes check permissions only. */
export const permissions = [
  'provider.profile.manage',
  'provider.availability.manage',
  'provider.evidence.manage',
  'provider.representatives.manage',
  'provider.enquiries.manage',
  'provider.cases.manage',
  'provider.payments.manage',
  'operations.providers.read',
  'operations.providers.manage',
  'operations.triage.read',
  'operations.escalations.manage',
  'operations.field-work.manage',
  'operations.field-work.perform',
  'operations.overrides.request',
  'operations.overrides.approve',
  'operations.incidents.manage',
  'operations.disputes.manage',
  'operations.expiry.read',
  'operations.metrics.read',
  'operations.reports.read',
  'operations.mission-control.read',
  'operations.emergency.act',
  'operations.emergency.review',
  'operations.audit.read',
  'verification.cases.assign',
  'verification.cases.review',
  'verification.cases.decide',
  'verification.appeals.review',
  'evidence.review',
  'reviews.moderate',
  'identity.roles.manage',
] as const;

export type Permission = (typeof permissions)[number];

/** Writes require a sign-in within five minutes (contract §2); routes of decisions declare it. */
export const stepUpPermissions: ReadonlySet<string> = new Set<Permission>([
  'operations.overrides.request',
  'operations.overrides.approve',
  'operations.emergency.act',
  'operations.emergency.review',
  'operations.providers.manage',
  'identity.roles.manage',
]);

export const representativeRoles = ['owner', 'manager', 'contributor'] as const;
export type RepresentativeRole = (typeof representativeRoles)[number];

const contributor: readonly Permission[] = ['provider.evidence.manage', 'provider.availability.manage'];
const manager: readonly Permission[] = [
  ...contributor,
  'provider.profile.manage',
  'provider.enquiries.manage',
  'provider.cases.manage',
];

/** For the assigned provider (contract §3). */
export const representativePermissions: Record<RepresentativeRole, readonly Permission[]> = {
  owner: [...manager, 'provider.representatives.manage', 'provider.payments.manage'],
  manager,
  contributor,
};

export const operatorRoles = [
  'triage',
  'reviewer',
  'decider',
  'field-agent',
  'supervisor',
  'security',
  'auditor',
] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const triage: readonly Permission[] = [
  'operations.providers.read',
  'operations.triage.read',
  'operations.escalations.manage',
  'verification.cases.assign',
  'operations.field-work.manage',
];

/** Contract §3. Separation of duties applies to every role. */
export const operatorPermissions: Record<OperatorRole, readonly Permission[]> = {
  triage,
  reviewer: ['operations.triage.read', 'verification.cases.review', 'evidence.review', 'operations.escalations.manage'],
  decider: ['operations.triage.read', 'verification.cases.decide', 'verification.appeals.review', 'evidence.review'],
  'field-agent': ['operations.field-work.perform'],
  supervisor: [
    ...triage,
    'operations.overrides.request',
    'operations.overrides.approve',
    'operations.incidents.manage',
    'operations.disputes.manage',
    'operations.expiry.read',
    'operations.metrics.read',
    'operations.reports.read',
    'operations.mission-control.read',
    'operations.providers.manage',
    'reviews.moderate',
  ],
  security: [
    'operations.providers.read',
    'operations.triage.read',
    'operations.incidents.manage',
    'operations.emergency.act',
    'operations.emergency.review',
    'operations.overrides.approve',
    'operations.providers.manage',
    'identity.roles.manage',
  ],
  auditor: ['operations.audit.read', 'operations.metrics.read', 'operations.reports.read'],
};
