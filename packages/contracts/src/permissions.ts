import { valueList } from './values/value-list.ts';
/** Identity maps roles to permissions; routes check permissions only. */
export const permissionMeanings = {
  'provider.profile.manage': "change the provider's profile, services and location",
  'provider.availability.manage': 'set the availability of the provider',
  'provider.evidence.manage': 'upload evidence and follow its processing',
  'provider.representatives.manage': 'manage representatives of the provider',
  'provider.enquiries.manage': "answer customers' enquiries",
  'provider.cases.manage': 'open verification cases and appeal against decisions',
  'provider.payments.manage': 'pay for the provider',
  'operations.providers.read': 'view providers and their readiness',
  'operations.providers.manage': 'suspend, reinstate, withhold and release providers',
  'operations.triage.read': 'view the work queue',
  'operations.escalations.manage': 'raise and resolve escalations',
  'operations.field-work.manage': 'plan and assign field work',
  'operations.field-work.perform': 'perform assigned field work',
  'operations.overrides.request': 'request a high-risk override',
  'operations.overrides.approve': 'approve or reject an override that another operator requested',
  'operations.incidents.manage': 'open and resolve incidents',
  'operations.disputes.manage': 'decide disputes',
  'operations.expiry.read': 'view evidence and claims that expire soon',
  'operations.metrics.read': 'read aggregate numbers',
  'operations.reports.read': 'read reports',
  'operations.mission-control.read': 'view the state of all operations',
  'operations.emergency.act': 'take an emergency action',
  'operations.emergency.review': 'review an emergency action of another operator',
  'operations.audit.read': 'read the audit log',
  'verification.cases.assign': 'assign reviewers and deciders to cases',
  'verification.cases.review': 'claim and review a case: checks, visits and a recommendation',
  'verification.cases.decide': 'claim and decide a case that another operator reviewed',
  'verification.appeals.review': 'review an appeal against the decision of another operator',
  'evidence.review': 'open the documents of a case in which you hold a duty',
  'reviews.moderate': "moderate customers' reviews",
  'identity.roles.manage': 'request roles for operators, and revoke them',
  'identity.roles.approve': 'approve or reject a role that another operator requested',
} as const;

export const permissions = Object.keys(permissionMeanings) as Permission[];

export type Permission = keyof typeof permissionMeanings;

/** Writes need a sign-in within five minutes (docs/domain/roles-and-step-up.md 12); decision routes declare it. */
export const stepUpPermissions: ReadonlySet<string> = new Set<Permission>([
  'operations.overrides.request',
  'operations.overrides.approve',
  'operations.emergency.act',
  'operations.emergency.review',
  'operations.providers.manage',
  'identity.roles.manage',
  'identity.roles.approve',
]);

export const RepresentativeRole = valueList({
  owner: { en: 'Owner', fr: 'Titulaire', means: 'All permissions, including representatives and payments.' },
  manager: { en: 'Manager', fr: 'Gestionnaire', means: 'All permissions except representatives and payments.' },
  contributor: { en: 'Contributor', fr: 'Contributeur', means: 'Evidence and availability.' },
});
export const representativeRoles = RepresentativeRole.options;
export type RepresentativeRole = (typeof representativeRoles)[number];

const contributor: readonly Permission[] = ['provider.evidence.manage', 'provider.availability.manage'];
const manager: readonly Permission[] = [
  ...contributor,
  'provider.profile.manage',
  'provider.enquiries.manage',
  'provider.cases.manage',
];

/** A representative has these for the assigned provider (docs/domain/roles-and-step-up.md 4). */
export const representativePermissions: Record<RepresentativeRole, readonly Permission[]> = {
  owner: [...manager, 'provider.representatives.manage', 'provider.payments.manage'],
  manager,
  contributor,
};

export const OperatorRole = valueList({
  triage: { en: 'Triage', fr: 'Tri', means: 'Sorts and assigns work.' },
  reviewer: { en: 'Reviewer', fr: 'Examinateur', means: 'Reviews evidence and recommends.' },
  decider: { en: 'Decider', fr: 'Décideur', means: 'Decides cases and appeals.' },
  'field-agent': { en: 'Field agent', fr: 'Agent de terrain', means: 'Visits providers.' },
  supervisor: { en: 'Supervisor', fr: 'Superviseur', means: 'Leads the desk.' },
  security: { en: 'Security', fr: 'Sécurité', means: 'Acts in emergencies.' },
  auditor: { en: 'Auditor', fr: 'Auditeur', means: 'Reads the audit log and reports.' },
});
export const operatorRoles = OperatorRole.options;
export type OperatorRole = (typeof operatorRoles)[number];

const triage: readonly Permission[] = [
  'operations.providers.read',
  'operations.triage.read',
  'operations.escalations.manage',
  'verification.cases.assign',
  'operations.field-work.manage',
];

/** Separation of duties applies to every role (docs/domain/roles-and-step-up.md 2). */
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
    'identity.roles.approve',
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
    'identity.roles.approve',
  ],
  auditor: ['operations.audit.read', 'operations.metrics.read', 'operations.reports.read'],
};

const ofOperators: ReadonlySet<string> = new Set(Object.values(operatorPermissions).flat());

/** Whether the permission comes with a role of operators, and not with an assignment to a provider. */
export function isOfOperators(permission: string): boolean {
  return ofOperators.has(permission);
}
