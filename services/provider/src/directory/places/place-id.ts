import type { Places, Position } from '../../geocoder.ts';

const scale = 1e6;
export const placeIdPattern = /^[\w-]{11}$/;

/** The id of a place holds its position, so that search needs neither a table nor a geocoder to find it. */
export function placeIdOf({ latitude, longitude }: Position): string {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(Math.round(latitude * scale));
  bytes.writeInt32BE(Math.round(longitude * scale), 4);
  return bytes.toString('base64url');
}

/** Undefined if the platform did not make it. */
export function positionOf(placeId: string): Position | undefined {
  const bytes = Buffer.from(placeId, 'base64url');
  if (bytes.length !== 8 || bytes.toString('base64url') !== placeId) return undefined;
  const [latitude, longitude] = [bytes.readInt32BE() / scale, bytes.readInt32BE(4) / scale];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

export function withPlaceIds({ items, attribution }: Places) {
  return { items: items.map((place) => ({ ...place, id: placeIdOf(place) })), attribution };
}
