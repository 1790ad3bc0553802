import type { Text } from '@trust/contracts/values/text';
import { Problem } from '@trust/service-kit/problems/problem';
import type { UploadPurpose } from '../../db/schema.ts';

const maxVersions = 20;

const full: Record<UploadPurpose, { field: string; detail: Text }> = {
  evidence: {
    field: 'requirementKey',
    detail: {
      en: `The requirement has reached its maximum of ${maxVersions} documents. Request a new case.`,
      fr: `Cette exigence a atteint le maximum de ${maxVersions} documents. Demandez un nouveau dossier.`,
    },
  },
  field_work: {
    field: 'workItemId',
    detail: {
      en: `The work item has reached its maximum of ${maxVersions} photos. Name the best of them in the submission.`,
      fr: `Cette visite a atteint le maximum de ${maxVersions} photos. Indiquez les meilleures dans le compte rendu.`,
    },
  },
  public_media: {
    field: 'kind',
    detail: {
      en: `The provider has reached its maximum of ${maxVersions} images. Withdraw one of them first.`,
      fr: `Le prestataire a atteint le maximum de ${maxVersions} images. Retirez-en une d’abord.`,
    },
  },
};

/** Throws 409 at the limit of a requirement of a case, of a work item, or of a provider's images (promise U8). */
export function assertVersionLimit(versions: number, purpose: UploadPurpose): void {
  if (versions < maxVersions) return;
  const { field, detail } = full[purpose];
  throw new Problem('state-conflict', detail, { errors: [{ field, code: 'versions' }] });
}
