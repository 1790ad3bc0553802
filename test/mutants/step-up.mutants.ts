import { mutantsOf } from './mutant.ts';

const stepUp = 'src/sign-in/step-up';

export const mutants = [
  ...mutantsOf('packages/service-kit', [
    ['src/actors/access.ts', ' || actor.needsPasskey', '', '/services/evidence/src/review'],
    ['src/actors/access.ts', '!mayBeHeld || ', '', '/services/verification/src/case/reading'],
    [
      'src/actors/held-step-up.ts',
      'session_id = ${sessionId} and ',
      '',
      '/services/evidence/src/review/held-step-up.test.ts',
    ],
    [
      'src/actors/held-step-up.ts',
      ' and case_id = ${caseId}',
      '',
      '/services/evidence/src/review/held-step-up.test.ts',
    ],
    ['src/actors/held-step-up.ts', ' and ends_at > ${now()}', '', '/services/evidence/src/review/held-step-up.test.ts'],
  ]),
  ...mutantsOf('packages/personal-data', [
    [
      'src/contact-hash.ts',
      '${personId} ${channel}',
      '${channel}',
      '/services/identity/src/account/contact-points/announced-contact-points.test.ts',
    ],
  ]),
  ...mutantsOf('services/identity', [
    [`${stepUp}/create-step-up.ts`, 'owner?.id !== input.actor.userId || ', '', stepUp],
    [`${stepUp}/create-step-up.ts`, 'input.actor.needsPasskey || ', '', stepUp],
    [`${stepUp}/create-step-up.ts`, ' || (await isPasskeySession(app.db, input.actor.sessionId))', '', stepUp],
    [
      'src/sign-in/passkeys/use-passkey.ts',
      ' || (personId !== undefined && passkey.person_id !== personId)',
      '',
      stepUp,
    ],
    [
      'src/sessions/queries.ts',
      ", ...(passkeyId && { authenticated_by: 'passkey', passkey_id: passkeyId })",
      '',
      stepUp,
    ],
    ['src/sessions/lookup/resolve-session.ts', "['reviewer', 'decider'", "['decider'", 'src/sign-in/passkeys'],
  ]),
  ...mutantsOf('services/evidence', [
    ['src/review/create-review-grant.ts', "stepUp: 'unless-held',", '', 'src/review', 'test'],
    ['src/review/create-review-grant.ts', 'if (hasFreshSignIn(actor, createdAt)) await', 'await', 'src/review'],
  ]),
  ...mutantsOf('services/verification', [
    ['src/case/checks/create-check.ts', "stepUp: 'unless-held',", '', 'src/case/reading', 'test'],
    ['src/case/review/create-recommendation.ts', "stepUp: 'unless-held',", '', 'src/case/reading', 'test'],
    ['src/outcome/appeals/create-appeal-check.ts', 'stepUp: true,', '', 'test'],
    ['src/duties/assign-operations-case.ts', 'stepUp: true,', '', 'test'],
    ['src/duties/assign-duty.ts', 'if (!isSelf) requireFreshSignIn(actor, app.now());', '', 'src/case/reading'],
    ['src/from-other-services/on-step-up-held.ts', "newest: 'ends_at',", '', 'src/case/reading'],
  ]),
  ...mutantsOf('services/operations', [
    [
      'src/queue/item-assignments/assign-triage-item.ts',
      'if (body.assigneeId !== actor.userId)',
      'if (false)',
      'src/field-work/items',
    ],
    [
      'src/field-work/items/create-field-work-item.ts',
      'if (assigneeId !== null &&',
      'if (false &&',
      'src/field-work/items',
    ],
    [
      'src/field-work/items/transition-field-work-item.ts',
      'if (assigneeId !== undefined &&',
      'if (false &&',
      'src/field-work/items',
    ],
    ['src/field-work/items/reassign-field-work-item.ts', 'stepUp: true,', '', 'test'],
  ]),
];
