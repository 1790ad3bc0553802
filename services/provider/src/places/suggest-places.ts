import { route } from '../app.ts';
import { PlaceList, SuggestQuery } from './schema.ts';

const maxResults = 8;

export const suggestPlaces = route(
  {
    method: 'get',
    path: '/location/places/suggest',
    summary: 'Suggest places',
    description:
      'Autocompletes a place name, best match first, and tolerates typing errors. Show `attribution` with the results.',
    access: 'public',
    limit: 'place-suggestion',
    query: SuggestQuery,
    responds: { status: 200, body: PlaceList },
  },
  ({ query, request }, { geocoder }) =>
    geocoder.suggest({ text: query.q, countryCode: query.countryCode, language: request.language, limit: maxResults }),
);
