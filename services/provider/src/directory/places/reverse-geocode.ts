import { reply } from '@trust/service-kit/http/reply';
import { route } from '../../app.ts';
import { withPlaceIds } from './place-id.ts';
import { PlaceList, ReverseGeocode } from './schema.ts';

export const reverseGeocode = route(
  {
    method: 'post',
    path: '/location/reverse-geocode',
    summary: 'Reverse-geocode a position',
    description:
      'Finds the nearest place to a position. The query is neither stored nor logged. The list is empty if there is no place nearby.',
    access: 'session',
    limit: 'geocode',
    body: ReverseGeocode,
    responds: { status: 200, body: PlaceList },
  },
  async ({ body, request }, { geocoder }) =>
    reply(withPlaceIds(await geocoder.nearest(body, request.language)), { changed: false }),
);
