import { invalid } from '@trust/service-kit/problems/problem';
import { assertServiceArea } from '../../registration/location/polygon.ts';
import { type GeoJsonPolygon, ServiceArea } from '../../registration/location/schema.ts';

/** One ring by the rules of a service area. Throws 400. */
export function parseArea(text: string): GeoJsonPolygon {
  const polygon = ServiceArea.safeParse(parseJson(text));
  if (!polygon.success || polygon.data.coordinates.length > 1) throw invalid('area', 'invalid_format');
  assertServiceArea(polygon.data, 'area');
  return polygon.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('area', 'malformed');
  }
}
