import { route } from '../app.ts';
import { Geocode, PlaceList } from './schema.ts';

const maxResults = 5;

export const geocode = route(
  {
    method: 'post',
    path: '/location/geocode',
    summary: 'Find where a written address or place is',
    description:
      'What is sent is neither stored nor logged. `precision` says whether the house was found, or only its street or town. Show `attribution` with the places.',
    access: 'session',
    limit: 'geocode',
    body: Geocode,
    responds: { status: 200, body: PlaceList },
  },
  ({ body, request }, { geocoder }) => geocoder.find({ ...body, language: request.language, limit: maxResults }),
);
