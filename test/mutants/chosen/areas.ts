/** `tests`: run those of the mutant's service, unless a test beside the source fails already. */
export type Area = { name: string; sources: string[]; tests: string[] };

export const areas: readonly Area[] = [
  {
    name: 'ledger, payments and reconciliation',
    sources: [
      'services/webhooks/src/payments/**/*.ts',
      'services/webhooks/src/payment-provider.ts',
      'services/webhooks/src/inbound/sources/*payment*.ts',
      'services/webhooks/src/db/migrations/0004-payments.sql',
      'services/operations/src/interventions/incidents/on-payment-difference-found.ts',
    ],
    tests: ['services/webhooks/src/payments', 'services/webhooks/src/inbound'],
  },
  {
    name: 'retention',
    sources: ['services/evidence/src/retention/**/*.ts'],
    tests: [
      'services/evidence/src/retention',
      'services/evidence/src/items',
      'services/evidence/src/public-media',
      'services/evidence/src/storage',
    ],
  },
  {
    name: 'visibility in search',
    sources: [
      'services/provider/src/directory/search/**/*.ts',
      'services/provider/src/directory/public-providers/is-public.ts',
      'services/provider/src/listing/{freshness,is-in-effect,refresh-listing}.ts',
    ],
    tests: [
      'services/provider/src/directory/public-providers',
      'services/provider/src/directory/search',
      'services/provider/src/from-other-services/publication',
      'services/provider/src/listing',
      'services/provider/src/registration/claim-subjects',
      'services/provider/src/registration/providers',
    ],
  },
  {
    name: 'emergency actions',
    sources: [
      'services/operations/src/interventions/emergency-actions/**/*.ts',
      'services/operations/src/db/migrations/0013-actions-against-operators.sql',
      'services/*/src/from-other-services/emergency-actions/**/*.ts',
      'services/*/src/**/{emergency-actions,on-emergency-action-changed}.ts',
    ],
    tests: [
      'services/evidence/src/from-other-services/emergency-actions',
      'services/evidence/src/public-media',
      'services/identity/src/sessions',
      'services/operations/src/interventions/emergency-actions',
      'services/operations/src/queue',
      'services/provider/src/from-other-services/publication',
      'services/provider/src/registration/providers',
      'services/verification/src/interventions',
      'services/verification/src/outcome/claims',
    ],
  },
  {
    name: 'pruning',
    sources: [
      'packages/service-kit/src/database/prune.ts',
      'services/*/src/prune-tasks.ts',
      'services/operations/src/queue/{holding,item-claims,item-snoozes}/queries.ts',
      'services/verification/src/holding/queries.ts',
      'services/webhooks/src/{inbound/receiving,notifications/inbox}/queries.ts',
    ],
    tests: [
      'services/identity/src/export-and-erasure',
      'services/identity/src/sessions',
      'services/identity/src/sign-in',
      'services/operations/src/queue',
      'services/provider/src/customers/enquiries',
      'services/provider/src/registration',
      'services/verification/src/holding',
      'services/webhooks/src/inbound',
      'services/webhooks/src/notifications',
    ],
  },
];
