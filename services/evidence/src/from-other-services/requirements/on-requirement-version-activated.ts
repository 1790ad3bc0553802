import { requirementVersionActivated, requirementVersionSnapshot } from '@trust/contracts/events/catalog';
import { on } from '../../app.ts';
import { insertRequirements } from './queries.ts';

export const onRequirementVersionActivated = on.each(
  [requirementVersionActivated, requirementVersionSnapshot],
  async (payload, { trx }) => {
    if (payload.requirements.length === 0) return;
    const rows = payload.requirements.map(({ key, documentKinds, mediaTypes, maxSizeBytes, claim }) => ({
      requirement_version_id: payload.requirementVersionId,
      key,
      document_kinds: documentKinds,
      media_types: mediaTypes,
      max_size_bytes: maxSizeBytes,
      claim_about: claim.about ?? null,
    }));
    await insertRequirements(trx, rows);
  },
);
