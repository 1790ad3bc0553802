/** What a claim is about is not as a request says (docs/domain/claim-subject.md). */
export const subjectCodes = {
  subject_missing: {
    en: 'The provider has not named what this claim is about. Request a correction that asks for it, or record the check as failed.',
    fr: 'Le prestataire n’a pas indiqué ce que cette attestation concerne. Demandez une correction à ce sujet, ou enregistrez un contrôle en échec.',
  },
  subject_changed: {
    en: 'What this claim is about has changed since you read it. Read `GET /verification-cases/{caseId}/claim-subjects`, compare it with the document, and check again.',
    fr: 'Ce que cette attestation concerne a changé depuis votre lecture. Relisez `GET /verification-cases/{caseId}/claim-subjects`, comparez avec la pièce et contrôlez de nouveau.',
  },
  provider_kind_differs: {
    en: 'The documents show another kind than the provider declared: one person is no organisation. Record the check as failed with `subjectId` null, and tell the provider to register again under the right kind.',
    fr: 'Les pièces montrent un autre type que celui que le prestataire a déclaré : une personne n’est pas une organisation. Enregistrez un contrôle en échec avec `subjectId` nul, et demandez au prestataire de s’enregistrer sous le bon type.',
  },
  business_not_confirmed: {
    en: 'Nobody confirmed the business, so the provider may be one person who said `organisation`. Grant the claim about the business too, or refuse this one.',
    fr: 'Personne n’a confirmé l’entreprise : le prestataire est peut-être une seule personne qui a déclaré `organisation`. Accordez aussi l’attestation sur l’entreprise, ou refusez celle-ci.',
  },
  subject_ended: {
    en: 'The name, person or premises that the claim is about has ended, so nothing makes the claim active again. Review the provider under its new one.',
    fr: 'Le nom, la personne ou les locaux que l’attestation concerne ont pris fin : rien ne peut la réactiver. Examinez le prestataire sous son nouveau nom, avec sa nouvelle personne ou ses nouveaux locaux.',
  },
} as const;
