import { mutantsOf } from './mutant.ts';

const kit = 'src/actions';
const tests = 'test/actions.test.ts';

/** What is offered is what is allowed (promise T7). */
export const mutants = [
  ...mutantsOf('packages/service-kit', [
    ['src/actions/snapshot.ts', ', read only', '', kit],
    ['src/actions/snapshot.ts', 'isolation level repeatable read, ', '', kit],
    ['src/actions/snapshot.ts', 'endModifiers: undefined', 'endModifiers: node.endModifiers', kit],
    ['src/actions/snapshot.ts', 'this.#results.set(key, result);', '', kit],
    ['src/actions/with-actions.ts', ' || error.status >= 500', '', kit],
    ['src/actions/with-actions.ts', ' && isFor(act, audience)', '', kit],
    ['src/actions/with-actions.ts', "route.declaration.method !== 'get'", 'true', kit],
    ['src/actions/snapshot.ts', '        reads.end();', '', kit],
    ['src/actions/with-actions.ts', "actor.needsPasskey ? 'passkey' : 'step_up'", "'step_up'", kit],
    ['src/actions/with-actions.ts', 'error.detail[language()]', 'error.detail.en', kit],
    ['src/http/command.ts', 'await rule?.(', 'await (undefined as typeof rule)?.(', kit],
    [
      'src/http/mount.ts',
      'params: params as Record<string, string>,',
      'params: {},',
      '/services/verification/test/actions.test.ts',
    ],
  ]),
  ...mutantsOf('services/provider', [
    [
      'src/customers/enquiries/create-enquiry-message.ts',
      '  if (!(await hasRoom(trx, own.row.id))) throw tooMany();',
      '',
      'test/enquiry-actions.test.ts',
    ],
    [
      'src/customers/enquiries/close-enquiry.ts',
      "  assertCanBecome('closed', own.row, now());",
      '',
      'test/enquiry-actions.test.ts',
    ],
  ]),
  ...mutantsOf('services/verification', [
    [
      'src/duties/assign-duty.ts',
      '  await assertMayHold(trx, { userId: assigneeId, caseId: found.id, duty });',
      '',
      tests,
    ],
    ['src/duties/assign-duty.ts', '  assertWaitsFor(choice.duty, stateAt(found, now));', '', tests],
    ['src/case/visits/create-field-visit.ts', 'subjectId !== null && !isVisited', 'subjectId !== null', tests],
    [
      'src/case/review/create-recommendation.ts',
      '  await assertAllChecked(trx, found, checks, requirements);',
      '',
      tests,
    ],
    ['src/outcome/appeals/lock-appeal.ts', '  assertNotRecommended(locked);', '', tests],
    ['src/outcome/appeals/withdraw-appeal.ts', "  assertBecomes(appeal, 'withdrawn');", '', tests],
  ]),
  ...mutantsOf('services/operations', [
    [
      'src/interventions/overrides/create-override-approval.ts',
      'if (override.requester_id === userId) throw refusals.override_approval_not_by_requester();',
      '',
      tests,
    ],
    [
      'src/interventions/overrides/create-override-approval.ts',
      'votes.some(({ approver_id }) => approver_id === userId)',
      'false',
      tests,
    ],
    ['src/interventions/emergency-actions/review-emergency-action.ts', "state === 'active'", 'false', tests],
    ['src/interventions/emergency-actions/review-emergency-action.ts', "state === 'reviewed'", 'false', tests],
    ['src/interventions/emergency-actions/review-emergency-action.ts', 'found.acted_by === userId', 'false', tests],
  ]),
];
