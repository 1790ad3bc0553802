export const openers = ['operator', 'platform'] as const;

/** Who opened an incident that no person opened: the contract requires an id. */
export const platformId = '00000000-0000-0000-0000-000000000000';

export function openerOf({ opened_by }: { opened_by: string }): (typeof openers)[number] {
  return opened_by === platformId ? 'platform' : 'operator';
}
