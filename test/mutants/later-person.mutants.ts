import { mutantsOf } from './mutant.ts';

const later = 'src/case/checks/later-person.test.ts';
const migration = 'src/db/migrations/0031-later-person.sql';
const whenSent = 'src/case/checks/person-when-sent.ts';
const subjects = 'src/db/migrations/0006-claim-subjects.sql';

/** No refusal falls on a person who was named after the document was sent (docs/domain/claim-subject.md 27). */
export const mutants = mutantsOf('services/verification', [
  [whenSent, 'if (sender?.id && sender.isLater)', 'if (false)', later],
  [whenSent, 'return sender?.id === subjectId;', 'return false;', later],
  ['src/case/checks/record-check.ts', "requirement.claim_about === 'person' &&", '', later],
  ['src/case/checks/record-check.ts', "const isSender =\n    body.result === 'failed' &&", 'const isSender =', later],
  [migration, 'and later.named_at > e.confirmed_at', '', later],
  [migration, 'and later.person_id is distinct from sender.person_id', '', later],
  [migration, 'and later.provider_id = of_provider', '', later],
  [migration, 'and s.named_at <= e.confirmed_at', '', later],
  [migration, 'and (s.ended_at is null or s.ended_at > e.confirmed_at)', '', later],
  [migration, "when (new.result = 'failed' and new.subject_id is not null)", 'when (false)', later],
  [subjects, "or new.result = 'failed' and r.claim_about", 'or r.claim_about', later],
]);
