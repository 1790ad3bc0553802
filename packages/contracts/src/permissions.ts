import type { z } from 'zod';
import { textList, valueList } from './values/value-list.ts';

/** Identity maps roles to permissions; routes check permissions only. */
export const Permission = textList('permission', {
  'provider.profile.manage': {
    en: 'Change the provider’s profile, services and location',
    fr: 'Modifier le profil, les services et le lieu d’activité',
  },
  'provider.availability.manage': { en: 'Set the availability of the provider', fr: 'Indiquer les disponibilités' },
  'provider.evidence.manage': {
    en: 'Upload evidence and follow its processing',
    fr: 'Envoyer des documents et suivre leur traitement',
  },
  'provider.representatives.manage': {
    en: 'Manage representatives of the provider',
    fr: 'Gérer les représentants du prestataire',
  },
  'provider.enquiries.manage': { en: 'Answer customers’ enquiries', fr: 'Répondre aux demandes des clients' },
  'provider.cases.manage': {
    en: 'Open verification cases and appeal against decisions',
    fr: 'Ouvrir des dossiers de vérification et déposer des recours contre des décisions',
  },
  'provider.payments.manage': { en: 'Pay for the provider', fr: 'Payer pour le prestataire' },
  'operations.providers.read': {
    en: 'View providers and their readiness',
    fr: 'Voir les prestataires et leur état de préparation',
  },
  'operations.providers.manage': {
    en: 'Suspend, reinstate, withhold and release providers',
    fr: 'Suspendre, rétablir, retirer et republier des prestataires',
  },
  'operations.triage.read': { en: 'View the work queue', fr: 'Voir la file de travail' },
  'operations.escalations.manage': {
    en: 'Raise and resolve escalations',
    fr: 'Ouvrir et clore des signalements internes',
  },
  'operations.field-work.manage': { en: 'Plan and assign field work', fr: 'Planifier et attribuer les visites' },
  'operations.field-work.perform': { en: 'Perform assigned field work', fr: 'Effectuer les visites attribuées' },
  'operations.overrides.request': { en: 'Request a high-risk override', fr: 'Demander une dérogation à haut risque' },
  'operations.overrides.approve': {
    en: 'Approve or reject an override that another operator requested',
    fr: 'Approuver ou refuser la dérogation demandée par une autre personne',
  },
  'operations.incidents.manage': { en: 'Open and resolve incidents', fr: 'Ouvrir et clore des incidents' },
  'operations.disputes.manage': { en: 'Decide disputes', fr: 'Trancher les litiges' },
  'operations.expiry.read': {
    en: 'View evidence and claims that expire soon',
    fr: 'Voir les documents et les attestations qui expirent bientôt',
  },
  'operations.metrics.read': { en: 'Read aggregate numbers', fr: 'Lire les chiffres agrégés' },
  'operations.reports.read': { en: 'Read reports', fr: 'Lire les rapports' },
  'operations.mission-control.read': {
    en: 'View the state of all operations',
    fr: 'Voir l’état de toutes les opérations',
  },
  'operations.emergency.act': { en: 'Take an emergency action', fr: 'Prendre une mesure d’urgence' },
  'operations.emergency.review': {
    en: 'Review an emergency action of another operator',
    fr: 'Réexaminer la mesure d’urgence d’une autre personne',
  },
  'operations.audit.read': { en: 'Read the audit log', fr: 'Lire le journal d’audit' },
  'verification.cases.assign': {
    en: 'Assign reviewers and deciders to cases',
    fr: 'Attribuer les dossiers aux examinateurs et aux décideurs',
  },
  'verification.cases.review': {
    en: 'Claim and review a case: checks, visits and a recommendation',
    fr: 'Prendre et examiner un dossier : contrôles, visites et recommandation',
  },
  'verification.cases.decide': {
    en: 'Claim and decide a case that another operator reviewed',
    fr: 'Prendre et décider un dossier examiné par une autre personne',
  },
  'verification.appeals.review': {
    en: 'Review an appeal against the decision of another operator',
    fr: 'Réexaminer le recours contre la décision d’une autre personne',
  },
  'evidence.review': {
    en: 'Open the documents of a case in which you hold a duty',
    fr: 'Ouvrir les documents d’un dossier qui vous est confié',
  },
  'reviews.moderate': { en: 'Moderate customers’ reviews', fr: 'Modérer les avis des clients' },
  'identity.roles.manage': { en: 'Request roles for operators, and revoke them', fr: 'Demander et retirer des rôles' },
  'identity.roles.approve': {
    en: 'Approve or reject a role that another operator requested',
    fr: 'Approuver ou refuser un rôle demandé par une autre personne',
  },
});

export const permissions = Permission.options;

export type Permission = z.output<typeof Permission>;

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

export const RepresentativeRole = valueList('representativeRole', {
  owner: {
    en: 'Owner',
    fr: 'Titulaire',
    means: {
      en: 'All permissions, including representatives and payments.',
      fr: 'Tous les droits, y compris les représentants et les paiements.',
    },
  },
  manager: {
    en: 'Manager',
    fr: 'Gestionnaire',
    means: {
      en: 'All permissions except representatives and payments.',
      fr: 'Tous les droits, sauf les représentants et les paiements.',
    },
  },
  contributor: {
    en: 'Contributor',
    fr: 'Contributeur',
    means: { en: 'Evidence and availability.', fr: 'Pièces et disponibilité.' },
  },
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

export const OperatorRole = valueList('operatorRole', {
  triage: { en: 'Triage', fr: 'Tri', means: { en: 'Sorts and assigns work.', fr: 'Trie et attribue le travail.' } },
  reviewer: {
    en: 'Reviewer',
    fr: 'Examinateur',
    means: { en: 'Reviews evidence and recommends.', fr: 'Examine les pièces et recommande.' },
  },
  decider: {
    en: 'Decider',
    fr: 'Décideur',
    means: { en: 'Decides cases and appeals.', fr: 'Décide les dossiers et les recours.' },
  },
  'field-agent': {
    en: 'Field agent',
    fr: 'Agent de terrain',
    means: { en: 'Visits providers.', fr: 'Rend visite aux prestataires.' },
  },
  supervisor: { en: 'Supervisor', fr: 'Superviseur', means: { en: 'Leads the desk.', fr: 'Dirige l’équipe.' } },
  security: { en: 'Security', fr: 'Sécurité', means: { en: 'Acts in emergencies.', fr: 'Agit en cas d’urgence.' } },
  auditor: {
    en: 'Auditor',
    fr: 'Auditeur',
    means: { en: 'Reads the audit log and reports.', fr: 'Lit le journal d’audit et les rapports.' },
  },
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
