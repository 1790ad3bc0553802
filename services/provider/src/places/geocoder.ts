import type { Language } from '@trust/contracts/text';

export type Position = { latitude: number; longitude: number };

/** `precision`: what was found at the position. */
export type Place = Position & {
  fullName: string;
  name: string;
  countryCode: string | null;
  precision: 'address' | 'street' | 'place';
};

export type PlaceQuery = { text: string; countryCode?: string | undefined; language: Language; limit: number };

/** Best first. The licence of the source requires that `attribution` is shown. */
export type Places = { items: Place[]; attribution: string };

/** A query may be somebody's home: it is never logged and sent only to GEOCODER_URL (promise I5). */
export type Geocoder = {
  find(query: PlaceQuery): Promise<Places>;
  /** The nearest place; none if all are too far away. */
  nearest(position: Position, language: Language): Promise<Places>;
  /** Completions of a partial text. */
  suggest(query: PlaceQuery): Promise<Places>;
};
