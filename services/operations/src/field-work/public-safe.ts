import { disclosesContact } from '@trust/contracts/values/contact-data';
import { invalid } from '@trust/service-kit/problems/problem';

/** Agents agree on the place with the provider: instructions hold no contact data, as no summary does (promise D1). */
export function assertPublicSafe(field: 'instructions' | 'summary', text: string | undefined): void {
  if (text !== undefined && disclosesContact(text)) throw invalid(field, 'private_data');
}
