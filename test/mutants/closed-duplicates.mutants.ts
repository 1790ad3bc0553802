import { mutantsOf } from './mutant.ts';

const closed = 'src/registration/duplicates/closed-duplicates.test.ts';
const migration = 'src/db/migrations/0030-complaints-when-closing.sql';
const erased = 'src/registration/duplicates/erased-in-question.test.ts';
const ownReviews = 'src/customers/reviews/own-reviews.test.ts';
const kept = 'src/registration/duplicates/kept-hashes.ts';
const cases = 'src/from-other-services/cases/queries.ts';
const renamed = 'src/registration/duplicates/renamed.test.ts';
const registered = 'src/registration/duplicates/registered-names.test.ts';
const profile = 'src/registration/profile/change-profile.ts';
const registeredName = 'src/registration/claim-subjects/put-registered-name.ts';
const rounds = 'src/queue/kinds/duplicate-rounds.test.ts';
const found = 'src/from-other-services/providers/queries.ts';
const queue = 'src/queue/kinds/closed-duplicates.test.ts';

export const mutants = [
  ...mutantsOf('services/provider', [
    ['src/registration/duplicates/possible-duplicates.ts', ' and was_in_question(o.id)', ' and false', closed],
    ['src/registration/duplicates/possible-duplicates.ts', ' and was_in_question(o.id)', '', closed],
    [
      'src/registration/duplicates/possible-duplicates.ts',
      "where o.state = 'closed' or ${isClosed} or exists (",
      'where true or exists (',
      renamed,
    ],
    [
      'src/registration/duplicates/possible-duplicates.ts',
      "where o.state = 'closed' or ${isClosed} or exists (",
      'where exists (',
      renamed,
    ],
    [
      'src/registration/duplicates/possible-duplicates.ts',
      '(ours.subject_id, theirs.subject_id)',
      '(ours.subject_id)',
      registered,
    ],
    [
      'src/registration/duplicates/possible-duplicates.ts',
      '(ours.subject_id, theirs.subject_id)',
      '(theirs.subject_id)',
      registered,
    ],
    ['src/registration/duplicates/possible-duplicates.ts', ' and s.ended_at is null', '', registered],
    ['src/registration/duplicates/possible-duplicates.ts', "and kind = 'name' order by key", 'and false', registered],
    ['src/registration/duplicates/used-names.ts', ".where('excluded.subject_id', 'is not', null)", '', registered],
    ['src/registration/duplicates/used-names.ts', 'subject_id: subjectId ?? null', 'subject_id: null', registered],
    ['src/registration/duplicates/possible-duplicates.ts', ' and theirs.key = ours.key', '', renamed],
    [profile, "before.state === 'suspended' || (await", '(await', renamed],
    [
      profile,
      "before.state === 'suspended' || (await awaitsDecision(trx, providerId))",
      "before.state === 'suspended'",
      renamed,
    ],
    [profile, '(isRenamed || isMoved) &&', 'isMoved &&', renamed],
    [profile, '(isRenamed || isMoved) &&', 'isRenamed &&', renamed],
    [profile, 'await keepUsedNames(trx, app, providerId, used);', '', renamed],
    [profile, 'if (isOtherKind) await deleteUsedNames(trx, providerId);', '', renamed],
    [registeredName, 'await keepUsedNames(trx, app, providerId, { names: [body.name], subjectId });', '', renamed],
    [
      registeredName,
      "await flagDuplicates(trx, app, providerId, { at: app.now(), reasons: ['name', 'registered_name'] });",
      '',
      renamed,
    ],
    [
      'src/registration/providers/create-provider.ts',
      'await keepUsedNames(trx, app, provider.id, { names: [body.displayName] });',
      '',
      renamed,
    ],
    [
      'src/personal-data/on-person-erased.ts',
      "if (of.kind === 'individual') await deleteUsedNames(trx, of.providerId);",
      '',
      renamed,
    ],
    ['src/personal-data/on-person-erased.ts', "if (of.kind === 'individual') await", 'await', renamed],
    [
      'src/registration/duplicates/possible-duplicates.ts',
      "o.kind = 'individual' and kept.has_hashes as is_erased",
      'kept.has_hashes as is_erased',
      erased,
    ],
    [migration, 'of_provider and (is_adverse', 'of_provider and (false', closed],
    [migration, "s.transition in ('suspend', 'withhold')", "s.transition = 'withhold'", closed],
    [migration, "s.transition in ('suspend', 'withhold')", "s.transition = 'suspend'", erased],
    [migration, "('suspend', 'reinstate'), ", '', closed],
    [migration, ", ('withhold', 'release')", '', erased],
    [migration, "c.state not in ('decided', 'closed', 'withdrawn', 'expired') or ", '', erased],
    [migration, " or c.state = 'withdrawn' and c.changed_at >= closed.at", '', erased],
    [migration, ' and c.changed_at >= closed.at', '', erased],
    [migration, ' and c.is_review', '', closed],
    [migration, "name_refusal in ('claims_a_check', 'another_business')", 'false', erased],
    [migration, "name_refusal in ('claims_a_check', 'another_business')", 'name_refusal is not null', erased],
    [migration, 'select from kept_hash where provider_id = of_provider', 'select where false', erased],
    [cases, "${fact.kind === 'review'}", 'false', erased],
    [kept, "select 'contact', convert_to", "select 'name', convert_to", erased],
    ['src/customers/reviews/queries.ts', 'other.mailboxes && own.mailboxes', 'false', ownReviews],
    [kept, 'hash: names.keptHashOf(hash), kept_until', 'hash, kept_until', erased],
    [kept, ' and r.ended_at is null`.execute(db)', '`.execute(db)', erased],
    [
      'src/registration/duplicates/possible-duplicates.ts',
      'any(${hashes}::bytea[]) and k.kept_until > ${at}',
      'any(${hashes}::bytea[])',
      erased,
    ],
    [
      'src/personal-data/on-person-erased.ts',
      'if (await wasInQuestion(trx, of.providerId)) await keepHashes',
      'await keepHashes',
      erased,
    ],
    ['src/personal-data/on-person-erased.ts', 'await flagErased(trx, app, providerId);', '', erased],
    [
      'src/registration/duplicates/on-contact-points-changed.ts',
      'await flagErased(trx, app, providerId);',
      '{}',
      erased,
    ],
    ['src/prune-tasks.ts', "pruneTask('kept_hash', (now) => sql`kept_until <= ${now}`),", '', erased],
    [cases, "outcome === 'not_verified' || isPending", 'isPending', closed],
    [cases, "(state === 'recommended' || state === 'withdrawn')", "state === 'withdrawn'", closed],
    [cases, "(state === 'recommended' || state === 'withdrawn')", "state === 'recommended'", closed],
    [cases, 'recommenderId !== null && (state', '(state', closed],
    [cases, 'is_adverse = excluded.is_adverse', 'is_adverse = stored.is_adverse', closed],
    [cases, ' or stored.is_adverse and not ${isCleared(fact)}', '', closed],
    [cases, ' and not ${isCleared(fact)}', '', closed],
    [cases, 'return outcome !== null;', 'return true;', closed],
    [
      'src/personal-data/on-person-erased.ts',
      'await flagClosed(trx, { id: provider.id, found, at: now() });',
      '',
      closed,
    ],
    [cases, "and state = 'recommended' limit 1", 'and false limit 1', closed],
    [cases, "and state = 'recommended' limit 1", 'limit 1', closed],
    ['src/registration/duplicates/flag-duplicates.ts', 'if (!(await wasInQuestion(trx, id))) return;', '', closed],
    [
      'src/registration/duplicates/flag-duplicates.ts',
      "...(state === 'closed' && { otherIsClosed: true }),",
      '',
      closed,
    ],
    [
      'src/registration/providers/transition-provider.ts',
      'await flagClosed(trx, { id: after.id, found: duplicates, at });',
      '',
      closed,
    ],
  ]),
  ...mutantsOf('services/operations', [
    ['src/queue/kinds/possible-duplicates.ts', '<= d.is_of_closed::int', '<= 0', queue],
    ['src/queue/kinds/possible-duplicates.ts', '<= d.is_of_closed::int', '<= 2', queue],
    ['src/queue/items/find-triage-items.ts', ' or d.is_of_closed', '', queue],
    ['src/directory/providers/queries.ts', ' or d.is_of_closed', '', queue],
    [found, 'd.is_of_closed or excluded.is_of_closed,', 'excluded.is_of_closed,', rounds],
    [found, 'd.is_of_closed or excluded.is_of_closed,', 'd.is_of_closed,', queue],
    [found, 'unnest(d.same || excluded.same)', 'unnest(excluded.same)', rounds],
    [found, 'is_judged(d.id, d.same, d.in_question_at) and not is_judged', 'not is_judged', rounds],
    [
      'src/queue/kinds/possible-duplicates.ts',
      'not is_judged(d.id, d.same, ',
      'not is_judged(d.id, array[]::text[], ',
      rounds,
    ],
    ['src/db/migrations/0023-pairs-in-question.sql', 'same @> found', 'true', rounds],
    ['src/db/migrations/0023-pairs-in-question.sql', " or same = '{}'", '', rounds],
    [
      'src/directory/possible-duplicates/queries.ts',
      '(e.same, e.in_question_at) is distinct from (r.same, r.in_question_at)',
      'true',
      rounds,
    ],
  ]),
];
