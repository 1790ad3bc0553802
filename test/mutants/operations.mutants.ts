import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/operations', [
  ['src/audit/entry-counts.ts', 'announced === undefined || ', '', 'src/audit'],
  [
    'src/audit/verify-chain.ts',
    "if (!entry.previous_hash.equals(previous)) return 'the row does not follow the one before it';",
    '',
    'src/audit',
  ],
  ['src/audit/verify-chain.ts', "if (Number(entry.seq) !== expected) return 'the row is missing';", '', 'src/audit'],
  ['src/audit/make-checkpoint.ts', 'if (!(await tryCheckpointLock(trx))) return undefined;', '', 'src/audit'],
  ['src/escalations/scope.ts', 'reviewerId === null || reviewerId === userId', 'true', 'src/escalations'],
  [
    'src/field-submissions/create-field-submission.ts',
    'if (known && !isSame(known, row)) throw idIsTaken();',
    '',
    'src/field-submissions',
  ],
  ['src/field-submissions/create-field-submission.ts', 'isManager: false', '', 'src/field-submissions'],
  [
    'src/field-work/queries.ts',
    "return isManager ? query : query.where('i.assignee_id', '=', userId);",
    'return query;',
    'src/field-work',
  ],
  [
    'src/field-work/states.ts',
    "accept: { by: ['manager'], from",
    "accept: { by: ['manager', 'agent'], from",
    'src/field-submissions',
  ],
  ['src/incidents/resolve-incident.ts', "await emitHold(trx, after, 'released', at);", '', 'src/incidents'],
  ['src/overrides/create-override-approval.ts', "limit: 'privileged-operation',", '', 'src/overrides', 'test'],
  [
    'src/overrides/create-override-approval.ts',
    "if (state === 'approved') await applyToGate(trx, ended, at);",
    '',
    'src/overrides',
  ],
  ['src/overrides/outcome.ts', "if (decisions.includes('reject')) return 'rejected';", '', 'src/overrides'],
  ['src/overrides/outcome.ts', 'decisions.length >= needed', 'decisions.length > 0', 'src/overrides'],
  ['src/overrides/outcome.ts', 'row.expires_at <= now', 'row.expires_at < now', 'src/overrides'],
  ['src/overrides/withdraw-override.ts', ' || override.requester_id !== input.actor.userId', '', 'src/overrides'],
  ['src/triage/priority.ts', "if (dueAt <= asOf) return 'breached';", '', 'src/triage'],
  ['src/triage/queries.ts', 'c.correction_due_at is null or c.correction_due_at > ${asOf}', 'true', 'src/triage'],
  ['src/triage/sla-clock.ts', 'if (clock.remainingMs === null) return clock;', '', 'src/triage'],
]);
