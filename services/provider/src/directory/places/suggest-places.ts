import { pageOfAll } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { withPlaceIds } from './place-id.ts';
import { PlacePage, SuggestQuery } from './schema.ts';

const maxResults = 8;

export const suggestPlaces = route(
  {
    method: 'get',
    path: '/location/places/suggest',
    summary: 'Suggest places',
    description:
      'Autocompletes a place name, best match first, at most eight, and tolerates typing errors. Search takes the `id` of a result as `placeId`. Show `attribution` with the results.',
    access: 'public',
    limit: 'place-suggestion',
    query: SuggestQuery,
    responds: { status: 200, body: PlacePage },
  },
  async (input, { geocoder, cursors }) => {
    const { q: text, countryCode } = input.query;
    const found = await geocoder.suggest({ text, countryCode, language: input.request.language, limit: maxResults });
    const { items, attribution } = withPlaceIds(found);
    return { ...pageOfAll(input, cursors, items, ({ id }) => id), attribution };
  },
);
