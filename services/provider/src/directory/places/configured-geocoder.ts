import type { Log } from '@trust/service-kit/observability/log';
import type { Db } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { Geocoder } from '../../geocoder.ts';
import { gazetteer } from './gazetteer.ts';
import { geocoderClient, withFallback } from './geocoder-client.ts';
import { nominatim } from './nominatim.ts';
import { photon } from './photon.ts';

export function configuredGeocoder(
  { GEOCODER, GEOCODER_URL }: Pick<Config, 'GEOCODER' | 'GEOCODER_URL'>,
  db: Db,
  log: Log,
): Geocoder {
  const own = gazetteer(db);
  if (GEOCODER === 'gazetteer' || !GEOCODER_URL) return own;
  const request = geocoderClient(GEOCODER_URL);
  return withFallback(GEOCODER === 'photon' ? photon(request) : nominatim(request, own), own, log);
}
