import { type Problem, unavailable } from '@trust/service-kit/problems/problem';

/** A 503 without details of the store (promise D4). */
export function storeUnavailable(reason: string, error: unknown): Problem {
  return unavailable(
    { upstream: 'object store', reason, err: error },
    {
      en: 'Document storage is unavailable. No data is lost. Retry later.',
      fr: 'Le stockage des documents est indisponible. Aucune donnée n’est perdue. Réessayez plus tard.',
    },
  );
}
