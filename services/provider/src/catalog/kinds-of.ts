import type { Requirement } from '@trust/contracts/events/catalog';
import { ProviderKind } from '@trust/contracts/events/provider';
import type { z } from 'zod';

/** Only a check of the business confirms that a provider is an organisation (docs/domain/claim-subject.md 25). */
export function kindsOf(
  requirements: readonly { claim: Pick<Requirement['claim'], 'about'> }[],
): z.output<typeof ProviderKind>[] {
  const confirmsBusiness = requirements.some(({ claim }) => (claim.about ?? 'business') === 'business');
  return confirmsBusiness ? ProviderKind.options : ['individual'];
}
