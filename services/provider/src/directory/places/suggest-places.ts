import { route } from '../../app.ts';
import { withPlaceIds } from './place-id.ts';
import { PlaceList, SuggestQuery } from './schema.ts';

const maxResults = 8;

export const suggestPlaces = route(
  {
    method: 'get',
    path: '/location/places/suggest',
    summary: 'Suggest places',
    description:
      'Autocompletes a place name, best match first, and tolerates typing errors. Search takes the `placeId` of a result. Show `attribution` with the results.',
    access: 'public',
    limit: 'place-suggestion',
    query: SuggestQuery,
    responds: { status: 200, body: PlaceList },
  },
  async ({ query: { q: text, countryCode }, request: { language } }, { geocoder }) =>
    withPlaceIds(await geocoder.suggest({ text, countryCode, language, limit: maxResults })),
);
