import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const Opener = valueList('incidentOpener', {
  operator: { en: 'Operator', fr: 'Opérateur', means: 'The operator `openerId`.' },
  platform: {
    en: 'Platform',
    fr: 'Plateforme',
    means: 'The platform, which found a difference with the payment provider. `openerId` is all zeros.',
  },
});

/** No person opened these incidents, but the contract requires an id. */
export const platformId = '00000000-0000-0000-0000-000000000000';

export function openerOf({ opened_by }: { opened_by: string }): z.output<typeof Opener> {
  return opened_by === platformId ? 'platform' : 'operator';
}
