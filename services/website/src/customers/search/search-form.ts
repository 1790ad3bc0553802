import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { type Reader, translate } from '../../page/layout.ts';
import type { FormValues } from './search-query.ts';

export type Category = { key: string; label: Text };

const texts = {
  category: { en: 'Service', fr: 'Service' },
  choose: { en: 'Choose a service', fr: 'Choisissez un service' },
  place: { en: 'Town', fr: 'Ville' },
  radius: { en: 'Within', fr: 'Dans un rayon de' },
  words: { en: 'Words in the name or description', fr: 'Mots du nom ou de la description' },
  language: { en: 'Speaks', fr: 'Parle' },
  any: { en: 'Any', fr: 'Indifférent' },
  freshness: { en: 'Claims', fr: 'Attestations' },
  fresh: { en: 'Valid for more than 30 days', fr: 'Valables plus de 30 jours' },
  due: { en: 'Ending within 30 days', fr: 'Échues sous 30 jours' },
  model: { en: 'Works', fr: 'Travaille' },
  travels: { en: 'At your place', fr: 'Chez vous' },
  premises: { en: 'At its premises', fr: 'Dans ses locaux' },
  remote: { en: 'Remotely', fr: 'À distance' },
  sort: { en: 'Order', fr: 'Ordre' },
  distance: { en: 'Nearest first', fr: 'Du plus proche au plus loin' },
  longest: { en: 'Claims that last longest first', fr: 'Attestations les plus longues d’abord' },
  available: { en: 'Takes new work today', fr: 'Accepte du travail aujourd’hui' },
  more: { en: 'More choices', fr: 'Plus de critères' },
  search: { en: 'Search', fr: 'Rechercher' },
} satisfies Record<string, Text>;

const spoken = ['fr', 'en', 'ar', 'de', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'uk'];

export function searchForm(categories: readonly Category[], values: FormValues, reader: Reader): Html {
  const t = translate(texts, reader);
  const { language, query } = reader;
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const languages = spoken.map((code) => [code, names.of(code) ?? code] as const);
  const hasMore = values.q ?? values.language ?? values.freshness ?? values.operatingModel ?? values.available;
  return html`<form class="search" method="get" action="/search" role="search">
${query !== '' && html`<input type="hidden" name="lang" value="${language}">`}
<p><label for="category">${t('category')}</label>
<select id="category" name="category" required>
<option value="">${t('choose')}</option>
${categories.map(({ key, label }) => option(key, label[language], values.category))}</select></p>
<p><label for="place">${t('place')}</label>
<input id="place" name="place" value="${values.place ?? ''}" minlength="2" maxlength="200" autocomplete="address-level2"></p>
<p><label for="radiusKm">${t('radius')}</label>
<select id="radiusKm" name="radiusKm">${['5', '10', '', '50', '100'].map((km) => option(km, `${km || '25'} km`, values.radiusKm ?? ''))}</select></p>
<p><label for="sort">${t('sort')}</label>
<select id="sort" name="sort">${option('', t('distance'), values.sort ?? '')}${option('freshness', t('longest'), values.sort)}</select></p>
${hasMore ? html`<details open>` : html`<details>`}
<summary>${t('more')}</summary>
<p><label for="q">${t('words')}</label>
<input id="q" name="q" value="${values.q ?? ''}" minlength="2" maxlength="100"></p>
${choice('language', t('language'), [['', t('any')], ...languages], values.language)}
${choice(
  'freshness',
  t('freshness'),
  [
    ['', t('any')],
    ['fresh', t('fresh')],
    ['due', t('due')],
  ],
  values.freshness,
)}
${choice(
  'operatingModel',
  t('model'),
  [
    ['', t('any')],
    ['travels', t('travels')],
    ['premises', t('premises')],
    ['remote', t('remote')],
  ],
  values.operatingModel,
)}
<p><label class="box">${values.available ? checkedBox : box} ${t('available')}</label></p>
</details>
<p><button>${t('search')}</button></p>
</form>`;
}

const box = html`<input type="checkbox" name="available" value="today">`;
const checkedBox = html`<input type="checkbox" name="available" value="today" checked>`;

function choice(name: string, label: string, options: readonly (readonly [string, string])[], current?: string): Html {
  return html`<p><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(([value, text]) => option(value, text, current ?? ''))}</select></p>`;
}

function option(value: string, text: string, current: string | undefined): Html {
  return value === current
    ? html`<option value="${value}" selected>${text}</option>`
    : html`<option value="${value}">${text}</option>`;
}
