import { mutantsOf } from './mutant.ts';

const arriving = 'src/case/arriving-evidence';
const documents = `${arriving}/appeal-documents.test.ts`;

export const mutants = [
  ...mutantsOf('services/verification', [
    [`${arriving}/remove-evidence.ts`, 'evidenceDueAt && { correction_due_at: evidenceDueAt }', '{}', documents],
    [`${arriving}/remove-evidence.ts`, '!evidenceDueAt || now < evidenceDueAt', 'true', documents],
    [
      `${arriving}/on-evidence-confirmed.ts`,
      "if (isOfAppeal && evidenceDueAt <= app.now()) return 'case_moved_on';",
      '',
      documents,
    ],
    [
      'src/outcome/appeals/lock-appeal.ts',
      'lapsed ? judgeWhatCame(trx, app, lapsed) : evidenceCase',
      'evidenceCase',
      documents,
    ],
    ['src/outcome/appeals/lock-appeal.ts', "=== 'awaiting_correction' ||", "=== 'in_review' ||", documents],
    ['src/case/corrections/queries.ts', '.where(({ not }) => not(isDueToReview(now)))', '', documents],
    ['src/db/migrations/0004-appeals-and-duties.sql', 'evidence_due_at < new.correction_due_at', 'false', documents],
    ['src/case/corrections/queries.ts', 'and a.evidence_due_at <= ${now}', '', documents],
  ]),
  ...mutantsOf('services/evidence', [
    ['src/items/delete-evidence.ts', ' && !(await hasGrantedClaim(trx, id))', '', 'src/items/delete-evidence.test.ts'],
  ]),
];
