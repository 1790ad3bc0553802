import { mutantsOf } from './mutant.ts';

export const mutants = [
  ...mutantsOf('services/operations', [
    [
      'src/interventions/overrides/create-override.ts',
      'await assertNotOwnProvider(trx, input.actor, { providerId: wanted.provider_id, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/interventions/emergency-actions/create-emergency-action.ts',
      'await assertNotOwnProvider(trx, input.actor, { providerId: target.providerId, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/interventions/incidents/create-incident.ts',
      'await assertNotOwnProvider(trx, input.actor, { providerId, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/interventions/escalations/create-escalation.ts',
      'await assertNotOwnProvider(trx, input.actor, { providerId: found.providerId, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/field-work/items/create-field-work-item.ts',
      'await assertNotOwnProvider(trx, input.actor, { providerId: found.provider_id, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/field-work/items/transition-field-work-item.ts',
      'await assertNotOwnProvider(trx, actor, { providerId: before.provider_id, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/field-work/items/cancel-field-work-item.ts',
      'await assertNotOwnProvider(trx, input.actor, { providerId: before.provider_id, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/field-work/submissions/create-field-submission.ts',
      'await assertNotOwnProvider(trx, actor, { providerId: item.provider_id, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/interventions/emergency-actions/lift-emergency-action.ts',
      'await assertNotOwnProvider(trx, input.actor, { providerId: before.provider_id, at });',
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/directory/possible-duplicates/review-possible-duplicate.ts',
      'await assertNotOwnProvider(trx, input.actor, { providerId, at: review.reviewed_at });',
      ';',
      'src/from-other-services/representatives',
    ],
    [
      'src/interventions/operations-records/change-state.ts',
      'return assertNotOwnProvider(trx, actor, { providerId: before.provider_id, at });',
      'return Promise.resolve();',
      'src/from-other-services/representatives',
    ],
    [
      'src/from-other-services/representatives/assert-not-own-provider.ts',
      'isOwn || (await represents(trx, { userId: actor.userId, providerId, at }))',
      'isOwn',
      'src/from-other-services/representatives',
    ],
    [
      'src/from-other-services/representatives/assert-not-own-provider.ts',
      'if (isOwn || ',
      'if (',
      'src/interventions',
    ],
    [
      'src/from-other-services/representatives/queries.ts',
      ".where('representative.is_awaiting', '=', true)",
      '',
      'src/from-other-services/representatives',
    ],
    [
      'src/from-other-services/representatives/queries.ts',
      '.doUpdateSet({ ended_at: null, is_awaiting: false })',
      '.doUpdateSet({ is_awaiting: false })',
      'src/from-other-services/representatives',
    ],
    [
      'src/from-other-services/representatives/queries.ts',
      '.values({ ...representative, is_awaiting: true })',
      '.values(representative)',
      'src/from-other-services/representatives',
    ],
    [
      'src/db/migrations/0008-awaiting-representatives.sql',
      'and represents_since(new.started_by, new.provider_id, new.opened_at) then',
      'and false then',
      'src/from-other-services/representatives',
    ],
    [
      'src/interventions/overrides/voters.ts',
      'o.user_id, ${override.provider_id}::uuid, ${override.requested_at})',
      'null, ${override.provider_id}::uuid, ${override.requested_at})',
      'src/from-other-services/representatives',
    ],
  ]),
  ...mutantsOf('services/verification', [
    [
      'src/duties/on-representative-assigned.ts',
      'if (isNew) await endDuties(',
      'if (false) await endDuties(',
      'src/duties/awaiting-approval.test.ts',
    ],
    [
      'src/from-other-services/providers.ts',
      ".where('representative.is_awaiting', '=', true)",
      '',
      'src/duties/awaiting-approval.test.ts',
    ],
    [
      'src/from-other-services/providers.ts',
      '.doUpdateSet({ ended_at: null, is_awaiting: false })',
      '.doUpdateSet({ is_awaiting: false })',
      'src/duties/awaiting-approval.test.ts',
    ],
    [
      'src/from-other-services/providers.ts',
      '.values({ ...representative, is_awaiting: true })',
      '.values(representative)',
      'src/duties/awaiting-approval.test.ts',
    ],
    [
      'src/from-other-services/providers.ts',
      ".where((one) => one.or([one('ended_at', 'is', null), one('ended_at', '>', at)]))",
      '',
      'src/duties/awaiting-approval.test.ts',
    ],
    [
      'src/duties/release-verification-case.ts',
      'await assertNotRepresentative(trx, actor, { providerId: found.provider_id, at: now });',
      '',
      'src/duties/awaiting-approval.test.ts',
    ],
    [
      'src/case/opening-and-ending/withdraw-verification-case.ts',
      'if (isOperator) await assertNotRepresentative(',
      'if (false) await assertNotRepresentative(',
      'src/duties/awaiting-approval.test.ts',
    ],
    [
      'src/case/opening-and-ending/create-verification-case.ts',
      'if (asOperator) await assertNotRepresentative(',
      'if (false) await assertNotRepresentative(',
      'src/duties/awaiting-approval.test.ts',
    ],
  ]),
];
