import type { Language } from '@trust/contracts/text';

export type Position = { latitude: number; longitude: number };

/** Somewhere on the map, as a list to choose from shows it. `precision`: how small a thing the position stands for. */
export type Place = Position & {
  fullName: string;
  name: string;
  countryCode: string | null;
  precision: 'address' | 'street' | 'place';
};

export type PlaceQuery = { text: string; countryCode?: string | undefined; language: Language; limit: number };

/** Places for a text, best first. `attribution` has to be shown with them: a licence asks for it. */
export type Places = { items: Place[]; attribution: string };

/**
 * Where places come from. What is asked may be somebody's home: it is in no log, and goes outside only to the one address of the
 * configuration (promise I5).
 */
export type Geocoder = {
  find(query: PlaceQuery): Promise<Places>;
  /** The place at or next to a position; none in the middle of nowhere. */
  nearest(position: Position, language: Language): Promise<Places>;
  /** What somebody may be about to write. */
  suggest(query: PlaceQuery): Promise<Places>;
};
