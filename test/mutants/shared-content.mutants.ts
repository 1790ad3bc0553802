import { mutantsOf } from './mutant.ts';

const announce = 'src/upload/confirming/announce-same-content.ts';
const announced = 'src/upload/confirming/same-content.test.ts';
const appealed = 'src/outcome/appeals/create-appeal-recommendation.ts';
const explained = 'src/case/checks/explained.ts';
const migration = 'src/db/migrations/0025-shared-content.sql';
const checks = 'src/case/checks/shared-content.test.ts';

export const mutants = [
  ...mutantsOf('services/evidence', [
    [announce, 'where same.provider_id <> ${providerId} and', 'where', announced],
    [announce, 'if (rows.length === 0) return;', '', announced],
    [announce, 'rows.filter(({ isFirst }) => isFirst)', 'rows', announced],
    [announce, 'select pg_advisory_xact_lock(', 'select (', announced],
  ]),
  ...mutantsOf('services/verification', [
    [
      'src/case/review/create-recommendation.ts',
      'checks.map((check) => ({ field: `requirements.${check.requirement_key}`, check }))',
      '[]',
      checks,
    ],
    [
      appealed,
      'granted.map(({ requirement, check }) => ({ field',
      '[].map(({ requirement, check }) => ({ field',
      checks,
    ],
    [appealed, "lines.filter(({ result }) => result === 'granted')", 'lines', checks],
    [explained, 'shared.has(check.evidence_version_id)', 'false', checks],
    [explained, "check.result !== 'failed' && check.method", 'check.method', checks],
    [explained, ' && check.shared_content_reason === null', '', checks],
    [
      'src/case/checks/record-check.ts',
      'isShared ? body.sharedContentReason',
      'true ? body.sharedContentReason',
      checks,
    ],
    [migration, 'id = new.evidence_version_id and is_submitted_elsewhere', 'false', checks],
    [migration, "new.result <> 'failed' and", '', checks],
  ]),
];
