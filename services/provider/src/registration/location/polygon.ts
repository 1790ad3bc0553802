import type { FieldCode } from '@trust/contracts/problems/problem';
import { invalid } from '@trust/service-kit/problems/problem';
import { area } from '@turf/area';
import { kinks } from '@turf/kinks';
import type { GeoJsonPolygon } from './schema.ts';

const maxVertices = 500;
const maxSquareMetres = 100_000 * 1_000_000;

type Ring = GeoJsonPolygon['coordinates'][number];

/** Throws 400 for an invalid service area (docs/domain/provider-record.md 25). The schema bounds coordinates. */
export function assertServiceArea(polygon: GeoJsonPolygon, field = 'serviceArea'): void {
  const rings = polygon.coordinates;
  const invalidArea = (code: FieldCode<'invalid-request'>) => invalid(field, code);
  if (!rings.every(isClosed)) throw invalidArea('not_closed');
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > maxVertices) throw invalidArea('too_many_vertices');
  if (rings.some(crossesAntimeridian)) throw invalidArea('antimeridian');
  if (rings.some((ring) => kinks({ type: 'Polygon', coordinates: [ring] }).features.length > 0))
    throw invalidArea('self_crossing');
  const squareMetres = area(polygon);
  if (squareMetres > maxSquareMetres) throw invalidArea('area_too_large');
  if (squareMetres < 1) throw invalidArea('area_too_small');
}

function isClosed(ring: Ring): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

/** An edge over 180 degrees long would be shorter across ±180. */
function crossesAntimeridian(ring: Ring): boolean {
  return ring.some(([longitude], index) => Math.abs(longitude - (ring[index + 1]?.[0] ?? longitude)) > 180);
}
