import type { FieldCode } from '@trust/contracts/problem';
import { invalid } from '@trust/service-kit/http/problem';
import { area } from '@turf/area';
import { kinks } from '@turf/kinks';
import type { GeoJsonPolygon } from './schema.ts';

const maxVertices = 500;
const maxSquareMetres = 100_000 * 1_000_000;

type Ring = GeoJsonPolygon['coordinates'][number];

/** Throws for a polygon that cannot be a service area (contract §6). The bounds of single numbers are in the schema. */
export function assertServiceArea(polygon: GeoJsonPolygon): void {
  const rings = polygon.coordinates;
  const refuse = (code: FieldCode<'invalid-request'>) => invalid('serviceArea', code);
  if (!rings.every(isClosed)) throw refuse('not_closed');
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > maxVertices) throw refuse('too_many_vertices');
  if (rings.some(crossesAntimeridian)) throw refuse('antimeridian');
  if (rings.some((ring) => kinks({ type: 'Polygon', coordinates: [ring] }).features.length > 0))
    throw refuse('self_crossing');
  const squareMetres = area(polygon);
  if (squareMetres > maxSquareMetres) throw refuse('area_too_large');
  if (squareMetres < 1) throw refuse('area_too_small');
}

function isClosed(ring: Ring): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

/** An edge of over 180 degrees means that the short way, which is meant, leads across ±180. */
function crossesAntimeridian(ring: Ring): boolean {
  return ring.some(([longitude], index) => Math.abs(longitude - (ring[index + 1]?.[0] ?? longitude)) > 180);
}
