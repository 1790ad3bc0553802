import { valueList } from './value-list.ts';

/** A language of the platform, as people choose it. */
export const Locale = valueList('locale', {
  en: { en: 'English', fr: 'Anglais', means: 'English.' },
  fr: { en: 'French', fr: 'Français', means: 'French.' },
});
