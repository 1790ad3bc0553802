import { Problem } from '@trust/service-kit/http/problem';

const maxVersions = 20;

/** Throws 409 when a requirement of a case has as many documents as it may have (promise U8). */
export function assertVersionLimit(versions: number): void {
  if (versions < maxVersions) return;
  const detail = {
    en: `The requirement has ${maxVersions} documents, which is the maximum. Ask for a new case.`,
    fr: `Cette exigence a déjà reçu ${maxVersions} documents, le maximum. Demandez un nouveau dossier.`,
  };
  throw new Problem('state-conflict', detail, { errors: [{ field: 'requirementKey', code: 'versions' }] });
}
