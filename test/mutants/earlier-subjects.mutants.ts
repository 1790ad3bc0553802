import { mutantsOf } from './mutant.ts';

const subjects = 'src/registration/claim-subjects';
const of = `${subjects}/earlier-subjects.ts`;
const view = `${subjects}/earlier-subjects.test.ts`;
const ends = 'src/db/migrations/0039-earlier-subjects.sql';
const facts = 'src/db/migrations/0024-earlier-subjects.sql';
const kind = 'src/db/migrations/0013-provider-kind.sql';
const explained = 'src/case/checks/explained.ts';
const checks = 'src/case/checks/earlier-subject.test.ts';

export const mutants = [
  ...mutantsOf('services/provider', [
    [of, 'and s.user_id is not distinct from ${userId ?? null}::uuid', '', view],
    [of, 'id, sealed_name) === name', 'id, sealed_name) !== name', view],
    [of, "if (subject.about === 'premises') return null;", '', `${subjects}/claim-subjects.test.ts`],
    [of, 'where is_checked order', 'order', view],
    [of, "where end_reason = 'ended_by_operator' order", 'order', view],
    [of, "s.about <> 'premises' and s.ended_at is not null", "s.about <> 'premises'", view],
    [of, 'coalesce(s.same_name_subject_id, s.id) =', 's.id =', view],
    ['src/provider-record/claim-subjects.ts', "isOnePerson: kind === 'individual'", 'isOnePerson: true', view],
    ['src/registration/snapshots/announce-provider.ts', "isOnePerson: provider.kind === 'individual'", '', view],
    ['src/registration/snapshots/announce-provider.ts', 'endReason: SubjectEndReason.parse(one.end_reason)', '', view],
    [ends, 'when (old.ended_at is not null and', 'when (false and', view],
    [ends, "end_reason is not null and end_reason = 'ended_by_operator' and", '', view],
  ]),
  ...mutantsOf('services/verification', [
    [explained, 'requirement.has_earlier_subject && check', 'check', checks],
    [explained, 'check.earlier_subject_reason === null', 'false', checks],
    [explained, 'requirement.has_earlier_subject && earlierSubjectReason', 'earlierSubjectReason', checks],
    [facts, 'desc nulls first', 'desc nulls last', checks],
    [facts, 'later.is_checked and later.named_at', 'later.named_at', checks],
    [facts, ' and later.named_at > was.ended_at', '', checks],
    [facts, 'not present.is_checked and exists', 'exists', checks],
    [facts, 'where was.is_ended_by_operator and (present', 'where (present', checks],
    [facts, "present.named_at < was.ended_at + interval '365 days'", 'false', checks],
    [facts, "present.named_at < was.ended_at + interval '365 days'", 'true', checks],
    [facts, "interval '365 days'", "interval '366 days'", checks],
    [facts, 'coalesce(was.same_name_subject_id, was.id) = coalesce', 'was.id = coalesce', checks],
    [
      facts,
      'or coalesce(was.same_name_subject_id, was.id) = coalesce(present.same_name_subject_id, present.id)',
      '',
      checks,
    ],
    [facts, "or (present.is_one_person or present.provider_kind = 'individual') and", 'or', checks],
    [facts, " or present.provider_kind = 'individual')", ')', checks],
    [facts, '(present.is_one_person or present.provider_kind', '(present.provider_kind', checks],
    [facts, 'where was.is_checked order by', 'order by', checks],
    [facts, 'coalesce(present.same_name_subject_id, present.id) <>', 'present.id <>', checks],
    [facts, "new.result <> 'failed' and new.earlier_subject_reason is null", 'false', checks],
    [facts, "new.result <> 'failed' and", '', checks],
    [facts, 'when (old.ended_at is not null and', 'when (false and', checks],
    [facts, 'new.same_name_subject_id is distinct from', 'false and new.same_name_subject_id is distinct from', checks],
    [facts, 'old.same_name_subject_id is not null and', '', checks],
    [facts, 'new.is_one_person is distinct from', 'false and new.is_one_person is distinct from', checks],
    [facts, 'old.is_one_person is not null and', '', checks],
    [kind, 'new.person_id is distinct from', 'false and new.person_id is distinct from', checks],
    [kind, 'old.person_id is not null and', '', checks],
    ['src/from-other-services/claim-subjects.ts', ', is_ended_by_operator: isByOperator', '', checks],
  ]),
];
