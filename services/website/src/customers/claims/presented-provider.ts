import type { Language, Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { z } from 'zod';
import { Media, mediaImage } from './provider-media.ts';

const Place = z.object({ latitude: z.number(), longitude: z.number(), addressLabel: z.string().nullable() });

/** Absent from a provider service of an earlier release. */
export const presentedFields = {
  reason: z.string().nullish(),
  checkedName: z.string().nullish(),
  categoryLabel: z.object({ en: z.string(), fr: z.string() }).nullish(),
  provider: z.object({ displayName: z.string(), kind: z.string(), image: Media.nullable() }).nullish(),
  premises: z.object({ place: Place.nullable() }).nullish(),
};
const Presented = z.object(presentedFields).extend({ card: z.object({ about: z.string().nullish() }).nullish() });
type Presented = z.output<typeof Presented>;

const texts = {
  checked: { en: 'Name that the platform checked', fr: 'Nom contrôlé par la plateforme' },
  unchecked: {
    en: 'Name in the provider’s own words, not checked',
    fr: 'Nom que se donne le prestataire, sans contrôle',
  },
  person: {
    en: 'Compare this with the person in front of you: ask for an identity document. If its name differs, the claim is not about this person.',
    fr: 'Comparez avec la personne qui se présente : demandez une pièce d’identité. Si le nom diffère, l’attestation ne concerne pas cette personne.',
  },
  business: {
    en: 'Compare this with the person in front of you: ask for an identity document, and for which business they work. If it is another one, the claim is not about it.',
    fr: 'Comparez avec la personne qui se présente : demandez une pièce d’identité et pour quelle entreprise elle travaille. Si c’est une autre, l’attestation ne la concerne pas.',
  },
  photo: {
    en: 'The person responsible uploaded the photo. Nobody compared it with a document.',
    fr: 'La personne responsable a déposé la photo. Personne ne l’a comparée à une pièce d’identité.',
  },
  noPhoto: {
    en: 'The person responsible has uploaded no photo that the platform approved.',
    fr: 'La personne responsable n’a déposé aucune photo approuvée par la plateforme.',
  },
  place: { en: 'Place that the claim is about', fr: 'Lieu que l’attestation concerne' },
  here: {
    en: 'Compare this with the place where you are. If it is another one, the claim is not about it.',
    fr: 'Comparez avec le lieu où vous êtes. Si c’est un autre, l’attestation ne le concerne pas.',
  },
  noPlace: {
    en: 'The place that this claim is about is not published. Nothing says that it is the place where you are.',
    fr: 'Le lieu que cette attestation concerne n’est pas publié. Rien ne dit que c’est celui où vous êtes.',
  },
  placeByPin: {
    en: 'Place that the claim is about, latitude and longitude',
    fr: 'Lieu que l’attestation concerne, latitude et longitude',
  },
  pin: { en: 'Latitude and longitude:', fr: 'Latitude et longitude :' },
} satisfies Record<string, Text>;

const own: Record<Language, (name: string) => string> = {
  en: (name) => `calls itself “${name}”`,
  fr: (name) => `se présente comme « ${name} »`,
};

/** Before the claim: a code names nobody, and anybody can show that of somebody else. */
export function presentedProvider(claim: Presented, language: Language): Html | undefined {
  const { provider, premises, card } = claim;
  if (!provider) return undefined;
  if (premises || card?.about === 'premises') return presentedPlace(claim, premises?.place ?? null, language);
  const about = card?.about === 'business' ? 'business' : 'person';
  return html`<div class="presented">
${provider.image !== null && mediaImage(provider.image, '9rem')}
<div>
${namesOf(claim, language)}
<p><strong>${texts[about][language]}</strong></p>
<p>${texts[provider.image === null ? 'noPhoto' : 'photo'][language]}</p>
</div>
</div>`;
}

/** No photo: whoever compares it with a person has not looked at the place. */
function presentedPlace(claim: Presented, place: z.output<typeof Place> | null, language: Language): Html {
  const pin = place && `${place.latitude.toFixed(5)},\u00a0${place.longitude.toFixed(5)}`;
  return html`<div class="presented">
<div>
${
  place !== null && [
    html`<p class="quiet">${texts[place.addressLabel === null ? 'placeByPin' : 'place'][language]}</p>`,
    html`<p class="name">${place.addressLabel ?? pin ?? ''}</p>`,
    place.addressLabel !== null && html`<p>${texts.pin[language]} ${pin ?? ''}</p>`,
  ]
}
<p><strong>${texts[place ? 'here' : 'noPlace'][language]}</strong></p>
</div>
<div>
${namesOf(claim, language)}
</div>
</div>`;
}

function namesOf({ checkedName, categoryLabel, provider }: Presented, language: Language): Html {
  const displayName = provider?.displayName ?? '';
  const isOther = checkedName != null && checkedName !== displayName;
  return html`<p class="quiet">${texts[checkedName == null ? 'unchecked' : 'checked'][language]}</p>
<p class="name">${checkedName ?? displayName}</p>
<p>${[categoryLabel?.[language], isOther && own[language](displayName)].filter(Boolean).join(' · ')}</p>`;
}
