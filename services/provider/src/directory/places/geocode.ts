import { reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { withPlaceIds } from './place-id.ts';
import { Geocode, PlaceList } from './schema.ts';

const maxResults = 5;

export const geocode = route(
  {
    method: 'post',
    path: '/location/geocode',
    summary: 'Geocode an address',
    description:
      'Finds the position of an address or place. The query is neither stored nor logged. `precision` says whether the house, the street or only the town was found. Show `attribution` with the results.',
    access: 'session',
    limit: 'geocode',
    body: Geocode,
    responds: { status: 200, body: PlaceList },
  },
  async ({ body, request }, { geocoder }) =>
    reply(withPlaceIds(await geocoder.find({ ...body, language: request.language, limit: maxResults })), {
      changed: false,
    }),
);
