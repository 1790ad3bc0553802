import { requirementVersionActivated, requirementVersionSnapshot } from '@trust/contracts/events/catalog';
import { on } from '../../app.ts';
import { insertRequirementVersion } from './queries.ts';

export const onRequirementVersionActivated = on.each(
  [requirementVersionActivated, requirementVersionSnapshot],
  ({ requirementVersionId, ...version }, { trx }) =>
    insertRequirementVersion(trx, { id: requirementVersionId, ...version }),
);
