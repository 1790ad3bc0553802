import type { ProviderRow } from '../../provider-record/provider-row.ts';

type Named = Pick<ProviderRow, 'display_name' | 'public_name' | 'name_refusal' | 'state'>;

/** What operators think of the provider's own words: a draft has not asked them. */
export function nameStateOf({ display_name, public_name, name_refusal, state }: Named) {
  if (display_name === public_name) return 'accepted';
  if (name_refusal !== null) return 'refused';
  return state === 'draft' ? 'not_asked' : 'waiting';
}
