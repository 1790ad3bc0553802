import { requirementVersionActivated, requirementVersionSnapshot } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { insertRequirementVersion } from './queries.ts';

export const onRequirementVersionActivated = [requirementVersionActivated, requirementVersionSnapshot].map((type) =>
  on(type, ({ requirementVersionId, ...version }, { trx }) =>
    insertRequirementVersion(trx, { id: requirementVersionId, ...version }),
  ),
);
