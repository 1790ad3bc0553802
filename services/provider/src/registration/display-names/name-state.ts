import type { ProviderRow } from '../../provider-record/provider-row.ts';

type Judged = Pick<ProviderRow, 'name_refusal' | 'state'>;
type Named = Judged & Pick<ProviderRow, 'display_name' | 'public_name'>;
type Summarised = Judged & Pick<ProviderRow, 'summary' | 'public_summary'>;
type Linked = Judged & Pick<ProviderRow, 'website' | 'public_website'>;

/** What operators think of the provider's own words: a draft has not asked them. */
export function nameStateOf(provider: Named) {
  return stateOf(provider, provider.display_name === provider.public_name);
}

/** Null without a summary: what is removed needs no reading. */
export function summaryStateOf(provider: Summarised) {
  return provider.summary === null ? null : stateOf(provider, provider.summary === provider.public_summary);
}

export function websiteStateOf(provider: Linked) {
  return provider.website === null ? null : stateOf(provider, provider.website === provider.public_website);
}

/** Null without an address of public premises. */
export function addressStateOf(provider: Judged, isAccepted: boolean | null) {
  return isAccepted === null ? null : stateOf(provider, isAccepted);
}

/** Operators judge all words at once, so they refuse all that they have not accepted. */
export function wordsStateOf(provider: Named & Summarised & Linked, isAddressAccepted: boolean | null) {
  const ofProfile = [nameStateOf(provider), summaryStateOf(provider), websiteStateOf(provider)];
  const states = [...ofProfile, addressStateOf(provider, isAddressAccepted)];
  return states.find((state) => state !== null && state !== 'accepted') ?? 'accepted';
}

type WordsState = 'not_asked' | 'waiting' | 'accepted' | 'refused';

function stateOf({ name_refusal, state }: Judged, isAccepted: boolean): WordsState {
  if (isAccepted) return 'accepted';
  if (name_refusal !== null) return 'refused';
  return state === 'draft' ? 'not_asked' : 'waiting';
}
