import { mutantsOf } from './mutant.ts';

const submissions = 'src/field-work/submissions';
const transition = 'src/field-work/items/transition-field-work-item.ts';
const records = 'src/interventions/operations-records/states.ts';
const invalid = "new Problem('invalid-transition', {";

/** docs/domain/wire-conventions.md 18, 20. */
export const mutants = mutantsOf('services/operations', [
  [transition, 'read?.is_final && read.work_item_id === item.id', 'read', submissions],
  [transition, 'read?.is_final && read', 'read && read', submissions],
  [transition, '&& read.work_item_id === item.id', '', submissions],
  [transition, '? notTheLast()', '? notFrom(item.state, body.transition)', submissions],
  ['src/field-work/states.ts', invalid, "new Problem('state-conflict', {", 'src/field-work'],
  [records, invalid, "new Problem('state-conflict', {", 'src/interventions/escalations'],
  [records, "record.state !== 'open'", 'false', 'src/queue/item-assignments'],
]);
