import { mutantsOf } from './mutant.ts';

const evidence = mutantsOf('services/evidence', [
  [
    'src/retention/export-and-erasure/queries.ts',
    ' and r.claim_about = ${about}',
    '',
    'src/retention/export-and-erasure',
  ],
  [
    'src/retention/export-and-erasure/queries.ts',
    "version.confirmed_at > coalesce(${shownFromAt}, '-infinity'::timestamptz)",
    'true',
    'src/retention/export-and-erasure',
  ],
  [
    'src/retention/export-and-erasure/queries.ts',
    'version.confirmed_at <= ${endedAt} and ',
    '',
    'src/retention/export-and-erasure',
  ],
  [
    'src/retention/export-and-erasure/queries.ts',
    'where k.evidence_version_id = version.id and k.subject_id = ${subjectId})',
    'where false)',
    'src/retention/export-and-erasure',
  ],
  [
    'src/retention/export-and-erasure/queries.ts',
    'where item.provider_id = ${providerId}',
    'where true',
    'src/retention/export-and-erasure',
  ],
  [
    'src/retention/redaction/queries.ts',
    'version.id = any(${ids}::uuid[]) or ',
    '',
    'src/retention/export-and-erasure',
  ],
  [
    'src/from-other-services/claims/on-claim-changed.ts',
    'payload.subjectId ?? null',
    'null',
    'src/retention/export-and-erasure',
  ],
]);

const provider = mutantsOf('services/provider', [
  [
    'src/personal-data/on-person-erased.ts',
    'await announceErasedSubjects(trx, personId, new Date(erasedAt));',
    '',
    'src/personal-data/erased-subjects.test.ts',
  ],
  [
    'src/personal-data/announce-erased-subjects.ts',
    ' and e.ended_at <= s.named_at',
    '',
    'src/personal-data/erased-subjects.test.ts',
  ],
  [
    'src/personal-data/announce-erased-subjects.ts',
    'and e.about = s.about',
    '',
    'src/personal-data/erased-subjects.test.ts',
  ],
]);

export const mutants = [...evidence, ...provider];
