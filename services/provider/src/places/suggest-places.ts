import { route } from '../app.ts';
import { PlaceList, SuggestQuery } from './schema.ts';

const maxResults = 8;

export const suggestPlaces = route(
  {
    method: 'get',
    path: '/location/places/suggest',
    summary: 'Places that somebody may be about to write',
    description: 'Best match first, and tolerant of a slip. `attribution` has to be shown beside them.',
    access: 'public',
    limit: 'place-suggestion',
    query: SuggestQuery,
    responds: { status: 200, body: PlaceList },
  },
  ({ query, request }, { geocoder }) =>
    geocoder.suggest({ text: query.q, countryCode: query.countryCode, language: request.language, limit: maxResults }),
);
