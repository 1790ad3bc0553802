import { Problem } from '@trust/service-kit/http/problem';

const maxVersions = 20;

/** Throws 409 at the limit of documents for a requirement of a case (promise U8). */
export function assertVersionLimit(versions: number): void {
  if (versions < maxVersions) return;
  const detail = {
    en: `The requirement has reached its maximum of ${maxVersions} documents. Request a new case.`,
    fr: `Cette exigence a atteint le maximum de ${maxVersions} documents. Demandez un nouveau dossier.`,
  };
  throw new Problem('state-conflict', detail, { errors: [{ field: 'requirementKey', code: 'versions' }] });
}
