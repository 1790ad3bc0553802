import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/verification', [
  [
    '/packages/service-kit/src/http/handle.ts',
    'ifMatch !== true && revisions?.length !== 1',
    'ifMatch !== true && !revisions',
    '/packages/service-kit/src/http/if-match.test.ts',
  ],
  [
    'src/case/arriving-evidence/remove-evidence.ts',
    '  await notifyOfChangedEvidence(trx, found.id);',
    '',
    'src/case/checks',
  ],
  [
    'src/case/arriving-evidence/on-evidence-confirmed.ts',
    '  await notifyOfChangedEvidence(trx, found.id);',
    '',
    'src/case/checks',
  ],
  ['src/case/reading/unread.ts', 'unread.length > 0', 'false', 'src/case/reading'],
  ['src/case/checks/record-check.ts', "body.method === 'document_review'", 'true', 'src/case/reading'],
  ['src/case/reading/unread.ts', 'if (reading?.read_at) return [];', 'if (reading) return [];', 'src/case/reading'],
  ['src/case/reading/unread.ts', 'now.getTime() < grantedAt', 'now.getTime() <= grantedAt', 'src/case/reading'],
  ['src/case/reading/unread.ts', '16 * 60_000', '15 * 60_000', 'src/case/reading'],
  ['src/case/reading/unread.ts', 'if (notReadReason === undefined)', 'if (false)', 'src/case/reading'],
  ['src/case/reading/unread.ts', 'if (unread.length === 0) return undefined;', '', 'src/case/reading'],
  ['src/from-other-services/readings.ts', ".where('assignment_id', '=', assignmentId)", '', 'src/case/reading'],
  ['src/outcome/decisions/lines.ts', 'missing.length === 0', 'true', 'src/case/reading'],
  ['src/outcome/decisions/lock-decidable.ts', 'assignee === undefined', 'false', 'src/duties'],
  [
    'src/case/views/assert-unchanged.ts',
    '!ifMatch.some((read) => oldest <= read && read <= revision)',
    'false',
    'src/case/reading',
  ],
  [
    'src/outcome/decisions/lock-decidable.ts',
    'if (assignee !== undefined && ifMatch) await assertUnchanged(trx, found, { ifMatch, ...choice }, now);',
    '',
    'src/case/reading',
  ],
  ['src/outcome/appeals/create-appeal-decision.ts', "outcome === 'inadmissible'", 'true', 'src/case/reading'],
  [
    'src/db/migrations/0005-reading.sql',
    'if not has_read(new.checked_by, new.evidence_version_id) then',
    'if false then',
    'src/case/reading',
  ],
  [
    'src/db/migrations/0005-reading.sql',
    'not_read_reason is null and not has_read(decider_id, new.evidence_version_id)',
    'false',
    'src/case/reading',
  ],
  [
    'src/db/migrations/0005-reading.sql',
    'and not has_read(new.decider_id, coalesce(n.evidence_version_id, r.evidence_version_id))',
    'and false',
    'src/case/reading',
  ],
  [
    'src/db/migrations/0005-reading.sql',
    'r.read_at is not null and a.assignee_id = person',
    'r.read_at is not null',
    'src/case/reading',
  ],
]);
