import { apiBase } from '@trust/contracts/api-base';

type Area = { name: string; description: string };

/** The areas of the contract: signing in first, then in the order of the spec. No path fits two of them. */
const areas: readonly (Area & { paths: RegExp })[] = [
  {
    name: 'Authentication',
    description:
      'Sessions by one-time code. Answers never tell whether somebody is known. Refresh tokens rotate; using an old one again ends the whole family.',
    paths: /^\/auth\b/,
  },
  {
    name: 'Account',
    description: 'What a person keeps of themselves: the profile, and the ledger of consents.',
    paths: /^\/account($|\/(?!disputes|payments))/,
  },
  {
    name: 'Provider workspace',
    description:
      'What a representative does for a provider: profile, services, location, availability, evidence, and the timeline of the verification. No path has a provider id: the provider is that of the one active assignment, or of the one that the session has chosen.',
    paths: /^\/(provider-workspace|evidence-uploads)\b/,
  },
  {
    name: 'Operations',
    description:
      "The operators' side: the work queue, field work, escalations, overrides with independent approvals, incidents. Writes need a reason, which the audit log keeps.",
    paths: /^\/operations\b/,
  },
  {
    name: 'Evidence review',
    description:
      'How the operator who works on a case opens its documents: by a grant for one version and one person, good for 15 minutes, revocable. Each reading is in the audit log before the first byte leaves.',
    paths: /^\/(evidence-review\b|verification-cases\/\{\w+\}\/evidence\/)/,
  },
  {
    name: 'Provider core',
    description: 'Providers, who represents them, and the catalogue of what they can offer.',
    paths: /^\/(catalog\/.*|providers(\/\{\w+\}(\/(transitions|representatives|categories)(\/.*)?)?)?)$/,
  },
  {
    name: 'Location',
    description: 'Addresses and places. The private base is in no index, no distance and no event.',
    paths: /^\/(location\b|providers\/\{\w+\}\/(location|service-areas)\b)/,
  },
  {
    name: 'Evidence',
    description: 'Evidence of a provider that the caller represents.',
    paths: /^\/providers\/\{\w+\}\/evidence\b/,
  },
  {
    name: 'Verification',
    description:
      'Cases: reviewed by one operator, decided by another. Decisions are immutable; an appeal goes to a third person.',
    paths: /^\/(verification-cases\/(?!\{\w+\}\/evidence\/)|providers\/\{\w+\}\/verification-cases\b)/,
  },
  {
    name: 'Public',
    description:
      'What anybody may see without a session: categories, the search, and claim cards that say what was checked and what was not. Signed cards verify offline.',
    paths: /^\/(\.well-known\/.*|public\/categories|public\/providers\/(search|\{\w+\}(\/claims(\/.*)?)?))$/,
  },
  {
    name: 'Availability and enquiries',
    description:
      'When a provider can be had, and how a customer gets in touch. Contact data is shown only after consent, and the handoff is recorded first.',
    paths: /^\/(enquiries\b|(public\/)?providers\/\{\w+\}\/(availability|enquiries)\b)/,
  },
  {
    name: 'Notifications',
    description: 'Devices, messages and what somebody wants to be told. No message carries private evidence.',
    paths: /^\/(devices|notifications|notification-preferences)\b/,
  },
  {
    name: 'Reviews and disputes',
    description: 'What customers say about an interaction that the platform has tracked, and what follows from it.',
    paths: /^\/(interactions\b|account\/disputes\b|public\/providers\/\{\w+\}\/(reviews|reports)\b)/,
  },
  {
    name: 'Payments',
    description: 'Paying for the service. No payment creates or improves a claim.',
    paths: /^\/(payments\b|account\/payments\b)/,
  },
  {
    name: 'Inbound webhooks',
    description:
      'What providers of SMS, chat, payments and storage call. A signature is checked before anything is read.',
    paths: /^\/webhooks\b/,
  },
  {
    name: 'Development',
    description: 'Only in development mode, and in no contract of production.',
    paths: /^\/dev\b/,
  },
];

/** Where a path stands that nobody has placed: a service that is newer than the gateway may have such. */
const elsewhere: Area = { name: 'Further routes', description: 'Routes that belong to no other area.' };

/** The area of a path of the contract. */
export function areaOf(path: string): string {
  const name = path.startsWith(apiBase) ? path.slice(apiBase.length) : path;
  return (areas.find(({ paths }) => paths.test(name)) ?? elsewhere).name;
}

/** The areas that some path belongs to, in their order. */
export function areasOf(paths: readonly string[]): Area[] {
  const used = new Set(paths.map(areaOf));
  return [...areas, elsewhere]
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({ name, description }));
}
