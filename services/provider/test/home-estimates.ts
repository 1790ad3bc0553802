import type { Place } from './trilaterate.ts';

export type Ring = readonly (readonly [longitude: number, latitude: number])[];
type Random = () => number;
type Estimate = (areas: readonly Ring[], random: Random) => Place;

/** What somebody who knows only public areas of a provider would call its home. The first area is the first one seen. */
export const estimates: Record<string, Estimate> = {
  'the mean of the corners': ([area = []]) => meanOf(area.slice(1)),
  'the centroid': ([area = []]) => centroidOf(area),
  'the smallest circle': ([area = []]) => smallestCircleOf(area),
  'the mean of all centroids': (areas) => meanOf(areas.map((area) => pairOf(centroidOf(area)))),
  'the intersection': (areas, random) => meanOfHits(areas, random, 1000),
  '1,000 point searches': ([area = []], random) => meanOfHits([area], random, 1000),
};

/** p of the one-sided test of Kolmogorov and Smirnov: small if `a` tends to be less than `b`. */
export function pOfLess(a: readonly number[], b: readonly number[]): number {
  const share = (values: readonly number[], limit: number) =>
    values.filter((value) => value <= limit).length / values.length;
  const difference = Math.max(0, ...a.map((limit) => share(a, limit) - share(b, limit)));
  return Math.exp((-2 * difference ** 2 * a.length * b.length) / (a.length + b.length));
}

const pairOf = ({ longitude, latitude }: Place) => [longitude, latitude] as const;

function meanOf(points: Ring): Place {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return { longitude: mean(0), latitude: mean(1) };
}

function centroidOf(ring: Ring): Place {
  const [x0, y0] = ring[0] ?? [0, 0];
  let [sum, longitude, latitude] = [0, 0, 0];
  for (const [index, [x1, y1]] of ring.slice(0, -1).entries()) {
    const [x2, y2] = ring[index + 1] ?? [0, 0];
    const cross = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    sum += cross;
    longitude += cross * (x1 + x2 - 2 * x0);
    latitude += cross * (y1 + y2 - 2 * y0);
  }
  return { longitude: x0 + longitude / (3 * sum), latitude: y0 + latitude / (3 * sum) };
}

/** By Bădoiu and Clarkson: each step goes a smaller part of the way to the farthest corner. */
function smallestCircleOf(ring: Ring): Place {
  let { longitude, latitude } = meanOf(ring.slice(1));
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  for (let step = 1; step <= 300; step++) {
    const far = ([x, y]: Ring[number]) => ((x - longitude) * narrowing) ** 2 + (y - latitude) ** 2;
    const [x, y] = ring.reduce((one, other) => (far(other) > far(one) ? other : one));
    longitude += (x - longitude) / (step + 1);
    latitude += (y - latitude) / (step + 1);
  }
  return { longitude, latitude };
}

/** Of random points around the first area, the mean of those in all areas. */
function meanOfHits(areas: readonly Ring[], random: Random, count: number): Place {
  const [west, east, south, north] = boundsOf(areas);
  const points = Array.from(
    { length: count },
    () => [west + random() * (east - west), south + random() * (north - south)] as const,
  );
  return meanOf(points.filter((point) => areas.every((area) => isIn(area, point))));
}

/** Of the box in which all areas are. */
function boundsOf(areas: readonly Ring[]): [number, number, number, number] {
  const values = (axis: 0 | 1) => areas.map((area) => area.map((point) => point[axis]));
  const [longitudes, latitudes] = [values(0), values(1)];
  return [
    Math.max(...longitudes.map((all) => Math.min(...all))),
    Math.min(...longitudes.map((all) => Math.max(...all))),
    Math.max(...latitudes.map((all) => Math.min(...all))),
    Math.min(...latitudes.map((all) => Math.max(...all))),
  ];
}

function isIn(ring: Ring, [x, y]: Ring[number]): boolean {
  let isInside = false;
  for (let index = 1; index < ring.length; index++) {
    const [from, to] = [ring[index - 1] as Ring[number], ring[index] as Ring[number]];
    if (from[1] > y === to[1] > y) continue;
    if (x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])) isInside = !isInside;
  }
  return isInside;
}
