import { apiBase } from '@trust/contracts/api-base';

type Area = { name: string; description: string };

/** In the order of the contract. No path matches two of them. */
const areas: readonly (Area & { paths: RegExp })[] = [
  {
    name: 'Authentication',
    description:
      'Sign-in with one-time codes, and sessions. Responses never reveal whether an account exists. Refresh tokens rotate; reusing one revokes the session.',
    paths: /^\/auth\b/,
  },
  {
    name: 'Account',
    description: 'Profile, contact points, consents, data export and erasure of a person.',
    paths: /^\/account($|\/(?!disputes|reviews|reports|payments))/,
  },
  {
    name: 'Provider workspace',
    description:
      'For representatives: profile, services, location, availability, evidence and verification timeline of their provider. Paths have no provider id: the provider is that of your only assignment, or the one that the session has selected.',
    paths: /^\/(provider-workspace|evidence-uploads)\b/,
  },
  {
    name: 'Operations',
    description:
      'For operators: work queue, and overrides with independent approvals. Writes require a reason for the audit log.',
    paths: /^\/operations\b/,
  },
  {
    name: 'Evidence review',
    description:
      'For operators with a duty in a case: access to its documents by revocable grants for one version, one person and 15 minutes. Each read is audited before the first byte.',
    paths: /^\/(evidence-review\b|verification-cases\/\{\w+\}\/evidence\/)/,
  },
  {
    name: 'Provider core',
    description: 'Providers, their representatives, and the catalogue of categories.',
    paths:
      /^\/(catalog\/.*|display-names\/.*|provider-measures\/.*|providers(\/\{\w+\}(\/(transitions|representatives|representative-contacts|categories|claim-subjects)(\/.*)?)?)?)$/,
  },
  {
    name: 'Location',
    description: 'Addresses and places. The private base is never indexed, used for distances or published in events.',
    paths: /^\/(location\b|providers\/\{\w+\}\/(location|service-areas)\b)/,
  },
  {
    name: 'Evidence',
    description: 'Evidence of a provider that you represent.',
    paths: /^\/providers\/\{\w+\}\/evidence\b/,
  },
  {
    name: 'Verification',
    description: 'Cases: one operator reviews, another decides. Decisions are immutable.',
    paths: /^\/(verification-cases\/(?!\{\w+\}\/evidence\/)|providers\/\{\w+\}\/verification-cases\b)/,
  },
  {
    name: 'Public',
    description:
      'No session required: categories, search, and claim cards that say what was checked and what was not. Signed cards can be verified offline.',
    paths:
      /^\/(\.well-known\/.*|public\/categories|public\/claims\/.*|public\/media\/.*|public\/trust-policy|public\/providers\/(search|\{\w+\}(\/claims(\/.*)?)?))$/,
  },
  {
    name: 'Availability and enquiries',
    description:
      'When a provider takes new work, and enquiries of customers. Contact details are shared only with consent, and each handover is recorded first.',
    paths: /^\/(enquiries\b|(public\/)?providers\/\{\w+\}\/(availability|enquiries)\b)/,
  },
  {
    name: 'Notifications',
    description: 'Devices, messages and notification preferences. Messages never contain private evidence.',
    paths: /^\/(devices|notifications|notification-preferences)\b/,
  },
  {
    name: 'Reviews and disputes',
    description: 'Customer reviews of tracked interactions, and disputes about them.',
    paths:
      /^\/(interactions|reviews|review-responses|disputes|provider-reports|account\/(disputes|reviews|reports)|(public\/)?providers\/\{\w+\}\/(reviews|reports|disputes))\b/,
  },
  {
    name: 'Payments',
    description: 'Plans with their prices, and payments for them. No payment creates or improves a claim.',
    paths: /^\/(payments\b|account\/payments\b|public\/plans\b)/,
  },
  {
    name: 'Inbound webhooks',
    description:
      'Callbacks of SMS, chat, payment and storage providers. Signatures are verified before the body is read.',
    paths: /^\/webhooks\b/,
  },
  {
    name: 'Development',
    description: 'Available in development mode only.',
    paths: /^\/dev\b/,
  },
];

/** A service that is newer than the gateway can have paths that no area names. */
const otherArea: Area = { name: 'Other', description: 'Routes that belong to no other section.' };

export function areaOf(path: string): string {
  const name = path.startsWith(apiBase) ? path.slice(apiBase.length) : path;
  return (areas.find(({ paths }) => paths.test(name)) ?? otherArea).name;
}

export function areasOf(paths: readonly string[]): Area[] {
  const used = new Set(paths.map(areaOf));
  return [...areas, otherArea]
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({ name, description }));
}
