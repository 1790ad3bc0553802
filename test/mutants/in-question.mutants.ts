import { mutantsOf } from './mutant.ts';

const subjects = 'src/registration/claim-subjects';
const guard = 'src/from-other-services/cases/assert-not-in-question.ts';
const inQuestion = `${subjects}/in-question.test.ts`;
const call = 'await assertNotInQuestion(trx, provider);';
const location = 'src/registration/location/change-premises.ts';
const unchanged = 'src/case/views/assert-unchanged.ts';
const revisions = 'src/case/reading/revision-of-subjects.test.ts';

export const mutants = [
  ...mutantsOf('services/provider', [
    [guard, 'if (await awaitsDecision(trx, id)) throw conflict(inQuestion);', '', inQuestion],
    [guard, "state === 'suspended' &&", 'false &&', inQuestion],
    [guard, "state === 'suspended' &&", 'true &&', inQuestion],
    [guard, ' && !(await waitsForProvider(trx, id))', '', inQuestion],
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
    [`${subjects}/put-registered-name.ts`, call, '', inQuestion],
    [`${subjects}/put-responsible-person.ts`, call, '', inQuestion],
    [location, `if (place && !isNamed) ${call}`, '', inQuestion],
    [location, `if (place && !isNamed) ${call}`, `if (!isNamed) ${call}`, inQuestion],
    [location, '!isMoved && (await findCurrentSubject', '(await findCurrentSubject', inQuestion],
    [location, "(await findCurrentSubject(trx, providerId, 'premises')) !== undefined", 'true', inQuestion],
  ]),
  ...mutantsOf('services/verification', [
    ['src/db/migrations/0006-claim-subjects.sql', ' and q.claim_about = new.about', '', revisions],
    ['src/db/migrations/0005-reading.sql', ', own_revision = case_revision.revision + 1', '', revisions],
    [unchanged, 'grantsClaims(body.outcome) ? revision : own_revision', 'revision', revisions],
    [unchanged, 'grantsClaims(body.outcome) ? revision : own_revision', 'own_revision', revisions],
    [unchanged, 'oldest <= read && ', '', revisions],
    [unchanged, ' && read <= revision', '', revisions],
    ['src/case/record/decisions.ts', "outcome === 'verified' || ", '', revisions],
    ['src/case/record/decisions.ts', " || outcome === 'verified_with_limitations'", '', revisions],
  ]),
];
