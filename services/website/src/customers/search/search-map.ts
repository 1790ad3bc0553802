import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import type { Reader } from '../../page/layout.ts';

type Point = readonly [longitude: number, latitude: number];
/** `number` is that of the provider in the list. */
export type AreaOnMap = { number: number; ring: readonly Point[] };
export type PlaceOnMap = { name: string; latitude: number; longitude: number };

const [width, height, margin] = [320, 200, 16];
const texts = {
  map: {
    en: 'Map of the service areas in this list, north at the top',
    fr: 'Carte des zones d’intervention de cette liste, nord en haut',
  },
} satisfies Record<string, Text>;

/** Has no tiles: it shows areas against each other and against the place. Undefined if there is nothing to show. */
export function searchMap(
  areas: readonly AreaOnMap[],
  place: PlaceOnMap | undefined,
  reader: Reader,
): Html | undefined {
  const centre: Point[] = place ? [[place.longitude, place.latitude]] : [];
  const points = [...areas.flatMap(({ ring }) => ring), ...centre];
  if (areas.length === 0) return undefined;
  const project = projectionOf(points);
  return html`<figure class="map">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${texts.map[reader.language]}">
${areas.map(({ ring }) => html`<path class="area" d="M${ring.map((point) => project(point).join(' ')).join('L')}Z"></path>\n`)}
${areas.map(({ number, ring }) => numberAt(number, project(meanOf(ring))))}
${place && placeAt(place, project(centre[0] as Point))}
</svg>
<figcaption>${texts.map[reader.language]}</figcaption>
</figure>`;
}

function numberAt(number: number, [x, y]: readonly [number, number]): Html {
  return html`<text class="number" x="${x}" y="${y}">${number}</text>\n`;
}

function placeAt({ name }: PlaceOnMap, [x, y]: readonly [number, number]): Html {
  const isRight = x > width / 2;
  return html`<circle class="place" cx="${x}" cy="${y}" r="4"></circle>
<text class="name" x="${isRight ? x - 8 : x + 8}" y="${y + 4}" text-anchor="${isRight ? 'end' : 'start'}">${name}</text>`;
}

/** Equirectangular around the middle, true enough for one region. */
function projectionOf(points: readonly Point[]): (point: Point) => readonly [number, number] {
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const spanX = Math.max((east - west) * narrowing, 0.001);
  const spanY = Math.max(north - south, 0.001);
  const scale = Math.min((width - 2 * margin) / spanX, (height - 2 * margin) / spanY);
  const round = (value: number) => Math.round(value * 10) / 10;
  return ([longitude, latitude]) => [
    round(width / 2 + (longitude - (west + east) / 2) * narrowing * scale),
    round(height / 2 - (latitude - (south + north) / 2) * scale),
  ];
}

function meanOf(ring: readonly Point[]): Point {
  const corners = ring.slice(1);
  const mean = (index: 0 | 1) => corners.reduce((sum, corner) => sum + corner[index], 0) / Math.max(corners.length, 1);
  return [mean(0), mean(1)];
}
