import { valueList } from '@trust/contracts/value-list';
export const Opener = valueList({
  operator: { en: 'Operator', fr: 'Opérateur', means: 'The operator `openerId`.' },
  platform: {
    en: 'Part of the device',
    fr: 'Intégrée à l’appareil',
    means: 'The platform, which found a difference with the payment provider. `openerId` is all zeros.',
  },
});
export const openers = Opener.options;

/** Who opened an incident that no person opened: the contract requires an id. */
export const platformId = '00000000-0000-0000-0000-000000000000';

export function openerOf({ opened_by }: { opened_by: string }): (typeof openers)[number] {
  return opened_by === platformId ? 'platform' : 'operator';
}
