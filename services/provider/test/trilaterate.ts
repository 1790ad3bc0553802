export type Place = { latitude: number; longitude: number };
export type Ring = { from: Place; min: number; max: number };

const earthRadius = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function distanceBetween(a: Place, b: Place): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)];
  const h =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(h));
}

export function placeFrom({ latitude, longitude }: Place, kilometres: number, degrees: number): Place {
  const [north, east] = [Math.cos(radians(degrees)) * kilometres, Math.sin(radians(degrees)) * kilometres];
  return {
    latitude: latitude + north / 111.19,
    longitude: longitude + east / (111.19 * Math.cos(radians(latitude))),
  };
}

export function misfit(place: Place, rings: readonly Ring[]): number {
  const misses = rings.map(({ from, min, max }) => {
    const distance = distanceBetween(from, place);
    return Math.max(0, min - distance, distance - max);
  });
  return Math.max(...misses);
}

export function trilaterate(rings: readonly Ring[]): Place {
  const cost = (place: Place) =>
    rings.reduce((sum, { from, min, max }) => sum + (distanceBetween(from, place) - (min + max) / 2) ** 2, 0);
  let best = meanOf(rings.map(({ from }) => from));
  for (let step = 64; step > 0.0005; step /= 2) {
    for (let moved = true; moved; ) {
      const around = [0, 45, 90, 135, 180, 225, 270, 315].map((degrees) => placeFrom(best, step, degrees));
      const next = around.reduce((a, b) => (cost(b) < cost(a) ? b : a));
      moved = cost(next) < cost(best);
      if (moved) best = next;
    }
  }
  return best;
}

function meanOf(places: readonly Place[]): Place {
  const mean = (of: (place: Place) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}
