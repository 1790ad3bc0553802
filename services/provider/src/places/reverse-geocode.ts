import { route } from '../app.ts';
import { PlaceList, ReverseGeocode } from './schema.ts';

export const reverseGeocode = route(
  {
    method: 'post',
    path: '/location/reverse-geocode',
    summary: 'Find what is at a position, or the place next to it',
    description: 'What is sent is neither stored nor logged. The list is empty in the middle of nowhere.',
    access: 'session',
    limit: 'geocode',
    body: ReverseGeocode,
    responds: { status: 200, body: PlaceList },
  },
  ({ body, request }, { geocoder }) => geocoder.nearest(body, request.language),
);
