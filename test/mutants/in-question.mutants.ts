import { mutantsOf } from './mutant.ts';

const subjects = 'src/registration/claim-subjects';
const guard = 'src/from-other-services/cases/assert-not-in-question.ts';
const cases = 'src/from-other-services/cases/queries.ts';
const inQuestion = `${subjects}/in-question.test.ts`;
const call = (about: string) => `await assertNotInQuestion(trx, provider, '${about}');`;
const location = 'src/registration/location/change-premises.ts';
const duplicates = 'src/registration/duplicates';
const pairs = `${duplicates}/pairs-in-question.test.ts`;
const erased = `${duplicates}/erased-in-question.test.ts`;
const complaints = `${duplicates}/complaints.test.ts`;
const began = 'src/db/migrations/0037-in-question.sql';
const closing = 'src/db/migrations/0030-complaints-when-closing.sql';
const saved = 'src/from-other-services/providers/queries.ts';
const read = 'src/directory/possible-duplicates/queries.ts';
const rounds = 'src/queue/kinds/duplicate-rounds.test.ts';
const judged = 'src/db/migrations/0023-pairs-in-question.sql';
const unchanged = 'src/case/views/assert-unchanged.ts';
const revisions = 'src/case/reading/revision-of-subjects.test.ts';

export const mutants = [
  ...mutantsOf('services/provider', [
    [guard, 'if (await awaitsDecision(trx, id)) throw conflict(inQuestion);', '', inQuestion],
    [guard, "state === 'suspended' &&", 'false &&', inQuestion],
    [guard, "state === 'suspended' &&", 'true &&', inQuestion],
    [guard, ' && !(await waitsForDocumentAbout(trx, id, about))', '', inQuestion],
    [cases, ' = ${about}\n', ' is not null\n', inQuestion],
    [cases, "requirement ->> 'key' = any(c.requirement_keys)", 'true', inQuestion],
    [
      'src/from-other-services/cases/queries.ts',
      "('awaiting_evidence', 'awaiting_correction')",
      "('awaiting_evidence')",
      inQuestion,
    ],
    [
      'src/from-other-services/cases/queries.ts',
      "('awaiting_evidence', 'awaiting_correction')",
      "('awaiting_correction')",
      inQuestion,
    ],
    [`${subjects}/put-registered-name.ts`, call('business'), '', inQuestion],
    ['src/registration/responsible-person/put-responsible-person.ts', call('person'), '', inQuestion],
    [location, `if (place && !isNamed) ${call('premises')}`, '', inQuestion],
    [location, `if (place && !isNamed) ${call('premises')}`, `if (!isNamed) ${call('premises')}`, inQuestion],
    [location, '!isMoved && (await findCurrentSubject', '(await findCurrentSubject', inQuestion],
    [location, "(await findCurrentSubject(trx, providerId, 'premises')) !== undefined", 'true', inQuestion],
  ]),
  ...mutantsOf('services/provider', [
    [began, "('suspend', 'withhold')", "('suspend')", pairs],
    [began, "('suspend', 'withhold')", "('withhold')", pairs],
    [began, 'select held_at from', 'select changed_at from', pairs],
    [began, " and kind = 'suspend_provider_listing'", ' and false', pairs],
    [began, 'case when is_adverse then decided_at end', 'decided_at', pairs],
    [began, 'case when is_adverse then decided_at end', 'null', pairs],
    [began, 'decided_at end, refused_for_good_at)', 'decided_at end)', pairs],
    [closing, ' or refused_for_good_at is not null', '', erased],
    ['src/from-other-services/cases/queries.ts', 'refused_for_good_at = excluded.refused_for_good_at,', '', erased],
    [`${duplicates}/on-put-in-question.ts`, ' || payload.refusedForGoodAt !== undefined', '', pairs],
    ['src/from-other-services/publication/queries.ts', "'!=', state", "'=', state", pairs],
    ['src/from-other-services/publication/queries.ts', ".where('publication_hold.state', '!=', state)", '', pairs],
    [`${duplicates}/flag-in-question.ts`, 'after && (!before || after > before)', 'after', pairs],
    [`${duplicates}/flag-in-question.ts`, '!before || after > before', '!before', pairs],
    [`${duplicates}/flag-in-question.ts`, "state !== 'closed'", 'true', pairs],
    [`${duplicates}/on-put-in-question.ts`, "payload.outcome === 'not_verified' ||", 'false ||', pairs],
    [
      'src/registration/providers/transition-provider.ts',
      "transition === 'suspend' || transition === 'withhold'",
      "transition === 'suspend'",
      pairs,
    ],
    [
      'src/registration/providers/transition-provider.ts',
      "transition === 'suspend' || transition === 'withhold'",
      "transition === 'withhold'",
      pairs,
    ],
    [
      `${duplicates}/possible-duplicates.ts`,
      'greatest(in_question_at(o.id), in_question_at(${providerId}))',
      'in_question_at(${providerId})',
      pairs,
    ],
    [
      `${duplicates}/possible-duplicates.ts`,
      'greatest(in_question_at(o.id), in_question_at(${providerId}))',
      'in_question_at(o.id)',
      pairs,
    ],
    [closing, "e.kind = 'withhold_claim' and e.started_at > closed.at - interval '7 days'", 'false', complaints],
    [closing, "e.kind = 'withhold_claim' and e.started_at > closed.at - interval '7 days'", 'true', complaints],
    [closing, ' and s.removed_by_operators', ' and false', complaints],
    [closing, ' and s.removed_by_operators', " and s.state = 'removed'", complaints],
    [closing, ' and l.id <> s.id', '', complaints],
    [closing, 'and l.selected_at >= s.removed_at', 'and false', complaints],
  ]),
  ...mutantsOf('services/operations', [
    [judged, ' and in_question_at >= asked_at', '', rounds],
    [saved, 'greatest(d.in_question_at, excluded.in_question_at)', 'excluded.in_question_at', rounds],
    [saved, 'greatest(d.in_question_at, excluded.in_question_at)', 'd.in_question_at', rounds],
    [saved, ' or excluded.in_question_at > d.in_question_at', '', rounds],
    [read, ' and in_question_at >= d.in_question_at', '', rounds],
    [
      read,
      '(e.same, e.in_question_at) is distinct from (r.same, r.in_question_at)',
      'e.same is distinct from r.same',
      rounds,
    ],
    [
      'src/directory/possible-duplicates/review-possible-duplicate.ts',
      'same, in_question_at }).catch',
      'same, in_question_at: null }).catch',
      rounds,
    ],
    [
      'src/directory/possible-duplicates/review-possible-duplicate.ts',
      'if (in_question_at?.getTime() !== readInQuestion)',
      'if (in_question_at && !readInQuestion)',
      rounds,
    ],
    [
      'src/directory/possible-duplicates/review-possible-duplicate.ts',
      'if (in_question_at?.getTime() !== readInQuestion)',
      'if (readInQuestion && in_question_at?.getTime() !== readInQuestion)',
      rounds,
    ],
  ]),
  ...mutantsOf('services/verification', [
    ['src/db/migrations/0006-claim-subjects.sql', ' and q.claim_about = new.about', '', revisions],
    ['src/db/migrations/0005-reading.sql', ', own_revision = case_revision.revision + 1', '', revisions],
    [unchanged, 'outcome && grantsClaims(outcome) ? revision : own_revision', 'revision', revisions],
    [unchanged, 'outcome && grantsClaims(outcome) ? revision : own_revision', 'own_revision', revisions],
    [unchanged, 'oldest <= read && ', '', revisions],
    [unchanged, ' && read <= revision', '', revisions],
    ['src/case/record/decisions.ts', "outcome === 'verified' || ", '', revisions],
    ['src/case/record/decisions.ts', " || outcome === 'verified_with_limitations'", '', revisions],
  ]),
];
