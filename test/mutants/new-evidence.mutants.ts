import { mutantsOf } from './mutant.ts';

const newEvidence = 'src/outcome/appeals/new-evidence.test.ts';
const contradictory = 'src/case/review/contradictory-reasons.test.ts';
const createAppeal = 'src/outcome/appeals/create-appeal.ts';
const frozen = 'src/case/checks/frozen-documents.test.ts';
const marked = 'src/case/corrections/marked-documents.test.ts';
const requirements = 'src/case/record/requirements.ts';

/** What happens to a document beside its judgement: it is withdrawn, its case is frozen, its service selected again. */
export const mutants = mutantsOf('services/verification', [
  [createAppeal, 'if (selected.versionId !== found.requirement_version_id)', 'if (false)', newEvidence],
  [createAppeal, 'selectionId: selected.id', 'selectionId: found.selection_id', newEvidence],
  [
    'src/outcome/appeals/lock-appeal.ts',
    'if (evidenceCase) await assertNotFrozen(trx, evidenceCase.id, now);',
    '',
    newEvidence,
  ],
  [
    'src/case/checks/record-check.ts',
    'await assertDocumentsNotFrozen(trx, { caseId: found.id, evidenceVersionId }, now);',
    '',
    frozen,
  ],
  [
    'src/case/review/create-recommendation.ts',
    'await assertDocumentsNotFrozen(trx, { caseId: found.id }, now);',
    '',
    frozen,
  ],
  ['src/outcome/decisions/lock-decidable.ts', 'await assertDocumentsNotFrozen(trx, { caseId }, now);', '', frozen],
  ['src/outcome/appeals/lock-appeal.ts', 'await assertDocumentsNotFrozen(trx, { caseId }, now);', '', frozen],
  ['src/case/record/lock-assigned-case.ts', 'await lockCasesOfDocuments(trx, caseId);', '', frozen],
  [
    'src/from-other-services/evidence-versions.ts',
    'and v.id = coalesce(${evidenceVersionId ?? null}::uuid, v.id)',
    '',
    frozen,
  ],
  [requirements, ' where not is_marked_final(${caseId}, key)', '', marked],
  ['src/db/migrations/0001-cases.sql', 'and not is_marked_final(c.id, r.requirement_key)', '', marked],
  [requirements, "else k.result = 'failed' and", 'else false and', contradictory],
  [requirements, "else k.result = 'failed' and", 'else', contradictory],
  [requirements, ' and not ${failsClaimEvidence} end', ' end', 'src/case/review/earlier-evidence.test.ts'],
]);
