import { mutantsOf } from './mutant.ts';

const ownersTest = 'src/personal-data/erased-owners.test.ts';
const reviewsTest = 'src/personal-data/erased-reviews.test.ts';
const closedTest = 'src/customers/enquiries/closed-provider.test.ts';
const registered = 'src/personal-data/own-registered-names.ts';
const exportedNames = 'src/personal-data/exported-names.test.ts';
const closing = 'src/provider-record/close-enquiries.ts';
const repeatsTest = 'src/personal-data/repeated-answers.test.ts';
const lateTest = 'src/personal-data/late-writes.test.ts';
const erasedPeople = 'src/erased-people.ts';
const lateProviderTest = '/services/provider/src/personal-data/late-writes.test.ts';
const onPersonErased = 'src/personal-data/on-person-erased.ts';
const deleteBase = 'src/registration/location/delete-base.ts';
const names = 'src/provider-record/names.ts';
const exportTest = 'src/personal-data/on-export-requested.test.ts';

export const mutants = [
  ...mutantsOf('services/provider', [
    [
      'src/customers/enquiries/enquiry-view.ts',
      'await sideOf(db, actor, await findEnquiry(db, enquiryId))',
      "'provider'",
      repeatsTest,
    ],
    ['/packages/personal-data/src/erased-people.ts', 'await deleteStoredAnswers(trx, personId);', '', repeatsTest],
    [
      'src/personal-data/own-representations.ts',
      'case when r.ended_at is null then p.display_name end',
      'p.display_name',
      exportTest,
    ],
    [
      'src/personal-data/own-representations.ts',
      "when r.role = 'owner' and r.ended_at is null then",
      "when r.role = 'owner' then",
      exportTest,
    ],
    ['src/personal-data/own-representations.ts', ' and b.entered_by = r.user_id', '', exportTest],
    [
      'src/personal-data/own-representations.ts',
      'b.entered_by = r.user_id and r.ended_at is null',
      'b.entered_by = r.user_id',
      exportTest,
    ],
    ['src/personal-data/own-representations.ts', ' and c.person_id = r.user_id', '', exportTest],
    [deleteBase, ".where('entered_by', '=', personId)", '', ownersTest],
    [deleteBase, "('entered_by', '=', personId)", "('entered_by', '=', provider.id)", ownersTest],
    [deleteBase, "await trx.deleteFrom('area_key').where('provider_id', '=', provider.id).execute();", '', ownersTest],
    [deleteBase, 'await refreshPublicAreas(trx, [provider.id]);', '', ownersTest],
    [deleteBase, 'await emitProviderChanged(trx, provider, await findParts(trx, provider.id));', '', ownersTest],
    [onPersonErased, 'for (const { providerId } of represented) await lockProvider(trx, providerId);', '', ownersTest],
    [onPersonErased, 'if (owned) await deleteKeysOfSubjects(trx, providerId, personId);', '', ownersTest],
    [onPersonErased, 'await deleteKeysOfSubjects(trx, provider.id, null);', '', ownersTest],
    [onPersonErased, 'await deleteNameKey(trx, personId);', '', ownersTest],
    [onPersonErased, 'await recordErasure(trx, personId, new Date(erasedAt));', '', lateTest],
    [
      'src/registration/representatives/accept-invitation.ts',
      'if (await isErased(trx, personId)) return;',
      '',
      lateTest,
    ],
    ['src/personal-data/own-opinions.ts', 'await endRoundsAbout(trx, personId, at);', '', reviewsTest],
    ['src/personal-data/own-opinions.ts', 'where r.author_id = ${authorId} order', 'order', reviewsTest],
    ['src/customers/reviews/create-review-appeal.ts', ' || row.text === null', '', reviewsTest],
    [registered, 's.ended_at is null and r.ended_at is null', 's.ended_at is null', exportedNames],
    [registered, 's.ended_at is null and r.ended_at is null', 'r.ended_at is null', exportedNames],
    [registered, 's.ended_at is null and r.ended_at is null', 'false', exportedNames],
    [registered, 's.key_owner_id is not null and ', '', exportedNames],
    [registered, 's.named_at >= r.assigned_at and ', '', exportedNames],
    [registered, '(r.ended_at is null or s.named_at <= r.ended_at)', 'true', exportedNames],
    [registered, " and r.role = 'owner'", '', exportedNames],
    [closing, 'const selected = sql`e.provider_id = ${providerId} and ', 'const those = sql`', closedTest],
    [closing, " or state = 'sent' and answer_due_at > ${at}", '', closedTest],
    [closing, ' and answer_due_at > ${at}', '', closedTest],
    [closing, "state in ('accepted', 'handed_off') or ", '', closedTest],
    [
      onPersonErased,
      "await closeEnquiries(trx, { providerId: provider.id, endedBy: 'provider' }, now());",
      '',
      closedTest,
    ],
    [
      'src/registration/providers/transition-provider.ts',
      "await closeEnquiries(trx, { providerId: after.id, endedBy: 'provider' }, at);",
      '',
      closedTest,
    ],
    [names, 's.named_at >= r.assigned_at and ', '', ownersTest],
    [names, ' and (r.ended_at is null or s.named_at <= r.ended_at)', '', ownersTest],
    [
      'src/registration/claim-subjects/replace-subject.ts',
      "about === 'business' && provider.kind === 'individual' ? id : null",
      'null',
      ownersTest,
    ],
    [
      'src/registration/claim-subjects/replace-subject.ts',
      "about === 'business' && provider.kind === 'individual' ? id : null",
      "about === 'business' ? id : null",
      ownersTest,
    ],
  ]),
  ...mutantsOf('packages/personal-data', [
    [
      erasedPeople,
      "if (input.actor && (await isErased(trx, input.actor.userId))) throw new Problem('unauthenticated');",
      '',
      lateProviderTest,
    ],
    [erasedPeople, 'return !taking?.free || found.length > 0;', 'return found.length > 0;', lateProviderTest],
    [erasedPeople, 'return !taking?.free || found.length > 0;', 'return !taking?.free;', lateProviderTest],
    [erasedPeople, 'await sql`select pg_advisory_xact_lock(${lockOf(personId)})`.execute(trx);', '', lateProviderTest],
    [
      'src/writings.ts',
      // The rows of others would be in the export.
      '${sql.raw(by)} = ${personId}',
      "(${sql.raw(by)} is not null or ${personId}::text = '')",
      '/services/verification/src/outcome/personal-data',
    ],
    ['src/writings.ts', ' and typed.text is not null', '', '/services/verification/src/outcome/personal-data'],
  ]),
  ...mutantsOf('services/verification', [
    [
      'src/outcome/personal-data/on-person-erased.ts',
      'await recordErasure(trx, personId, new Date(erasedAt));',
      '',
      'src/outcome/personal-data',
    ],
    ['src/app.ts', "refuseErased(auditFor('verification'))", "auditFor('verification')", 'src/outcome/personal-data'],
    [
      'src/outcome/appeals/of-person.ts',
      ".set({ statement: null })\n    .where('submitted_by', '=', personId)",
      '.set({ statement: null })',
      'src/outcome/personal-data',
    ],
    [
      'src/outcome/receipts/appeal-page.ts',
      "receipt.statement ?? say('erased')",
      'receipt.statement',
      'src/outcome/personal-data',
    ],
    [
      'src/outcome/personal-data/on-person-erased.ts',
      'await eraseStatements(trx, personId);',
      '',
      'src/outcome/personal-data',
    ],
    [
      'src/outcome/personal-data/writings.ts',
      "'correction_item', by: ofRequest('requested_by')",
      "'correction_item', by: 'null'",
      'src/outcome/personal-data',
    ],
    [
      'src/db/migrations/0010-erased-statements.sql',
      "tg_op = 'INSERT' and new.statement is null or ",
      '',
      'src/outcome/personal-data',
    ],
    [
      'src/db/migrations/0010-erased-statements.sql',
      " or tg_op = 'UPDATE' and new.statement is not null",
      '',
      'src/outcome/personal-data',
    ],
  ]),
  ...mutantsOf('services/operations', [
    [
      'src/queue/personal-data/on-person-erased.ts',
      'await recordErasure(trx, personId, new Date(erasedAt));',
      '',
      'src/queue/personal-data',
    ],
    ['src/app.ts', "refuseErased(auditFor('operations'))", "auditFor('operations')", 'src/queue/personal-data'],
    [
      'src/queue/saved-views/queries.ts',
      "await trx.deleteFrom('saved_view').where('operator_id', '=', operatorId)",
      "await trx.deleteFrom('saved_view')",
      'src/queue/personal-data',
    ],
    [
      'src/queue/item-snoozes/queries.ts',
      "await trx.deleteFrom('triage_snooze').where('operator_id', '=', operatorId)",
      "await trx.deleteFrom('triage_snooze')",
      'src/queue/personal-data',
    ],
    [
      'src/queue/personal-data/on-person-erased.ts',
      'await deleteViewsOf(trx, personId);',
      '',
      'src/queue/personal-data',
    ],
    [
      'src/queue/personal-data/on-person-erased.ts',
      'await deleteSnoozesOf(trx, personId);',
      '',
      'src/queue/personal-data',
    ],
  ]),
  ...mutantsOf('services/identity', [
    [
      'src/export-and-erasure/erasure/erase.ts',
      'await deleteRequestedNames(trx, person.id);',
      '',
      'src/operators/role-requests/work-names.test.ts',
    ],
    [
      'src/operators/roles/of-person.ts',
      ".set({ work_name: null })\n    .where('person_id', '=', personId)",
      '.set({ work_name: null })',
      'src/operators/role-requests/work-names.test.ts',
    ],
    [
      'src/db/migrations/0005-erased-work-names.sql',
      'new.work_name is not null and new.work_name is distinct from old.work_name',
      'false',
      'src/operators/role-requests/work-names.test.ts',
    ],
  ]),
  ...mutantsOf('services/evidence', [
    [
      'src/retention/export-and-erasure/on-person-erased.ts',
      'await recordErasure(trx, personId, new Date(erasedAt));',
      '',
      'src/retention/export-and-erasure',
    ],
    ['src/app.ts', "refuseErased(auditFor('evidence'))", "auditFor('evidence')", 'src/retention/export-and-erasure'],
  ]),
  ...mutantsOf('services/webhooks', [
    [
      'src/export-and-erasure/on-person-erased.ts',
      'await recordErasure(trx, personId, new Date(erasedAt));',
      '',
      'src/export-and-erasure',
    ],
    ['src/app.ts', "refuseErased(auditFor('webhooks'))", "auditFor('webhooks')", 'src/export-and-erasure'],
    [
      'src/notifications/inbox/on-notification-requested.ts',
      'if (await isErased(trx, userId)) return;',
      '',
      'src/export-and-erasure',
    ],
  ]),
];
