import { valueList } from '../values/value-list.ts';

export const ProviderState = valueList('providerState', {
  draft: {
    en: 'Draft',
    fr: 'Brouillon',
    means: { en: 'Profile, service or location is missing.', fr: 'Le profil, un service ou le lieu manque.' },
  },
  active: {
    en: 'Active',
    fr: 'Actif',
    means: { en: 'Complete. Publication is separate.', fr: 'Complet. La publication est une autre étape.' },
  },
  suspended: {
    en: 'Suspended',
    fr: 'Suspendu',
    means: { en: 'Suspended by operators.', fr: 'Suspendu par les opérateurs.' },
  },
  closed: { en: 'Closed', fr: 'Fermé', means: { en: 'Permanently closed.', fr: 'Fermé définitivement.' } },
});

export const PublicationState = valueList('publicationState', {
  unpublished: {
    en: 'Not published',
    fr: 'Non publié',
    means: { en: 'Not shown in public.', fr: 'Non affiché au public.' },
  },
  published: { en: 'Published', fr: 'Publié', means: { en: 'Shown in public.', fr: 'Affiché au public.' } },
  withheld: {
    en: 'Hidden by operators',
    fr: 'Masqué par les opérateurs',
    means: { en: 'Hidden by operators.', fr: 'Masqué par les opérateurs.' },
  },
});

export const ProviderKind = valueList('providerKind', {
  individual: { en: 'Individual', fr: 'Personne physique', means: { en: 'One person.', fr: 'Une seule personne.' } },
  organisation: {
    en: 'Organisation',
    fr: 'Organisation',
    means: { en: 'A company or association.', fr: 'Une société ou une association.' },
  },
}).meta({ description: 'Whether the provider is one person or an organisation.', examples: ['individual'] });
