import { textList } from '../values/value-list.ts';

/** What an agent looks for on site, as statements to confirm or not. */
export const ObservationKey = textList('observationKey', {
  address_matches: {
    en: 'The address is the one that the provider gave.',
    fr: 'L’adresse est celle que le prestataire a indiquée.',
  },
  provider_present: {
    en: 'The provider, or somebody who works for it, was present.',
    fr: 'Le prestataire, ou une personne qui travaille pour lui, était présent.',
  },
  premises_in_use: {
    en: 'The premises are in use for the service.',
    fr: 'Les locaux servent à l’activité proposée.',
  },
  workshop_present: {
    en: 'There is a workshop for the service.',
    fr: 'Un atelier existe pour l’activité proposée.',
  },
  exits_free: {
    en: 'The exits are marked and free.',
    fr: 'Les issues sont signalées et dégagées.',
  },
  sleeping_places_suitable: {
    en: 'Each child has a suitable place to sleep.',
    fr: 'Chaque enfant dispose d’un couchage adapté.',
  },
  outdoor_area_fenced: {
    en: 'The outdoor area is fenced, or there is none.',
    fr: 'L’espace extérieur est clôturé, ou il n’y en a pas.',
  },
  documents_displayed: {
    en: 'The approval or registration is on display.',
    fr: 'L’agrément ou l’immatriculation est affiché.',
  },
});
export type ObservationKey = (typeof ObservationKey.options)[number];

const ofEveryVisit: readonly ObservationKey[] = ['address_matches', 'provider_present', 'premises_in_use'];
const ofClaimTypes: Readonly<Record<string, readonly ObservationKey[]>> = {
  premises_visited: ['exits_free', 'sleeping_places_suitable', 'outdoor_area_fenced', 'documents_displayed'],
  trade_qualification: ['workshop_present'],
};

/** The checklist of a visit. The keys of a submission stay open: an agent may have seen more. */
export function observationsOf(claimType: string): readonly ObservationKey[] {
  return [...ofEveryVisit, ...(Object.hasOwn(ofClaimTypes, claimType) ? (ofClaimTypes[claimType] ?? []) : [])];
}
