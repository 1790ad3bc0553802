import { mutantsOf } from './mutant.ts';

const urgent = 'src/moderation/urgent-reports.test.ts';
const moderations = 'src/queue/kinds/moderations.ts';
const reports = 'src/customers/reports/reports.test.ts';
const read = 'src/customers/reports/get-provider-report.ts';

/** Danger does not wait for a working day (docs/domain/work-queue.md 34, 35). */
export const mutants = [
  ...mutantsOf('services/operations', [
    ['src/moderation/on-moderation-requested.ts', 'readyAt.getTime() + urgentMs', 'readyAt.getTime() + 0', urgent],
    [moderations, '0, ${isUrgent}, false', '0, false, false', urgent],
    [moderations, "(m.kind <> 'report' or ${visibility.disputes}) and not", 'not', urgent],
    [moderations, "and (m.kind <> 'report' or ${visibility.disputes} or ${isUrgent})", '', urgent],
    [moderations, '(visibility.disputes || visibility.emergencyActions) &&', 'visibility.disputes &&', urgent],
    ['src/moderation/decide.ts', "if (outcome === 'upheld') await assertActed(trx, row);", '', urgent],
    ['src/moderation/queries.ts', "(opened_at >= ${requested_at} or state <> 'resolved')", 'true', urgent],
    ['src/moderation/queries.ts', "(state = 'suspended' or publication = 'withheld')", 'false', urgent],
  ]),
  ...mutantsOf('services/provider', [
    [read, 'const acts = isUrgent &&', 'const acts =', reports],
    [read, ' && !acts', '', reports],
  ]),
];
