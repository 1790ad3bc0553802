import { z } from 'zod';
import { valueList } from './values/value-list.ts';

/** What a claim is about; its catalogue entry says which (docs/domain/claim-subject.md). */
export const ClaimAbout = valueList('claimAbout', {
  business: {
    en: 'The business',
    fr: 'L’entreprise',
    means: { en: 'The business under its registered name.', fr: 'L’entreprise sous sa dénomination.' },
  },
  person: {
    en: 'The person responsible',
    fr: 'La personne responsable',
    means: { en: 'The person responsible, by name.', fr: 'La personne responsable, par son nom.' },
  },
  premises: {
    en: 'The premises',
    fr: 'Les locaux',
    means: { en: 'The premises where customers are received.', fr: 'Les locaux où les clients sont reçus.' },
  },
});

export const SubjectId = z.uuid().meta({
  description:
    'Identifier of one registered name, person responsible or place. A new name, person or place has a new identifier.',
  examples: ['019a4922-4c1d-7e0a-9d58-6b0f2ac7e311'],
});
