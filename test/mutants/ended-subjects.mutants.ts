import { mutantsOf } from './mutant.ts';

const ended = 'src/items/ended-subjects.ts';
const test = 'src/items/ended-subjects.test.ts';
const erasure = 'src/retention/export-and-erasure/on-claim-subject-erased.test.ts';
const due = 'src/retention/redaction/end-due-versions.ts';

/** Documents about persons and premises that a provider no longer has. */
export const mutants = [
  ...mutantsOf('services/evidence', [
    [ended, "      and c.state in ('decided', 'closed', 'withdrawn', 'expired')\n", '', test],
    [ended, ' and s.about = r.claim_about and', ' and', test],
    [ended, 'and s.ended_at <= ${endedBefore}\n          and (exists', 'and (exists', test],
    [ended, 'version.confirmed_at <= s.ended_at\n              and version', 'version', test],
    [ended, "k.state = 'active' or ", '', test],
    [ended, ' or k.subject_id is not null and s.id is null', '', test],
    [ended, 'where e.version_id = version.id and later', 'where false and later', test],
    [ended, "and later.state not in ('decided', 'closed', 'withdrawn', 'expired')", '', test],
    [ended, 'where frozen.provider_id = item.provider_id and', 'where false and', test],
    [ended, '=> id);\n', '=> id).slice(1);\n', test],
    [ended, 'return (await other.executeTakeFirst()) === undefined;', 'return ended.length > 0;', test],
    ['src/items/delete-evidence.ts', 'isFree || isOfEnded(trx, id, at)', 'isFree', test],
    ['src/from-other-services/claim-subjects/on-claim-subject-ended.ts', 'if (subject.endedAt) ', '', test],
    [due, 'const endedSubjectDays = appealDays + 365', 'const endedSubjectDays = 365', test],
    [due, '!isHeld && ', '', test],
    [due, ' && (knownAt === null || knownAt <= before(appealDays))', '', test],
    ['src/retention/export-and-erasure/on-claim-subject-erased.ts', "about: 'premises'", "about: 'person'", erasure],
    [
      'src/retention/redaction/end-versions.ts',
      "if (purpose === 'field_work') return announcePhoto(trx, evidenceVersionId, 'rejected', at);",
      '',
      erasure,
    ],
  ]),
  ...mutantsOf('services/provider', [
    [
      'src/personal-data/announce-erased-subjects.ts',
      ' or s.shown_by = ${personId}',
      '',
      'src/personal-data/erased-subjects.test.ts',
    ],
    [
      'src/personal-data/announce-erased-subjects.ts',
      'isPlace ? premisesErased : claimSubjectErased',
      'claimSubjectErased',
      'src/personal-data/erased-subjects.test.ts',
    ],
    ['src/provider-record/claim-subjects.ts', 'shownBy ?? alone', 'alone', 'src/personal-data/erased-subjects.test.ts'],
    ['src/provider-record/claim-subjects.ts', ' having count(*) = 1', '', 'src/personal-data/erased-subjects.test.ts'],
    [
      'src/provider-record/claim-subjects.ts',
      'shownBy ?? alone',
      'shownBy ?? null',
      'src/personal-data/erased-subjects.test.ts',
    ],
  ]),
];
