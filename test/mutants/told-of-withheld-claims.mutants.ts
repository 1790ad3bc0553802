import { mutantsOf } from './mutant.ts';

const apply = 'src/from-other-services/emergency-actions/apply-emergency-action.ts';
const workspace = 'src/registration/workspace/read-workspace.ts';
const test = 'src/from-other-services/emergency-actions/withheld-claims.test.ts';

export const mutants = mutantsOf('services/provider', [
  [apply, "    .where('status', '=', 'active')", '', test],
  [apply, '  if (isClosed) return;', '', test],
  [apply, 'to.filter((id) => !from.includes(id))', 'to', test],
  [apply, 'from.filter((id) => !to.includes(id))', '[] as string[]', test],
  [workspace, ' and target.provider_id = p.id)', ')', test],
  [workspace, 'where e.ends_at > ${at} and', 'where', test],
]);
