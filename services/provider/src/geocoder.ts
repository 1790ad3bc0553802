import type { Language } from '@trust/contracts/values/text';

export type Position = { latitude: number; longitude: number };

export type Place = Position & {
  fullName: string;
  name: string;
  countryCode: string | null;
  precision: 'address' | 'street' | 'place';
};

export type PlaceQuery = { text: string; countryCode?: string | undefined; language: Language; limit: number };

/** Best first. The licence of the source requires that `attribution` is shown. */
export type Places = { items: Place[]; attribution: string };

/** A query may be a home address: never logged, sent to GEOCODER_URL only (promise I5). */
export type Geocoder = {
  find(query: PlaceQuery): Promise<Places>;
  nearest(position: Position, language: Language): Promise<Places>;
  suggest(query: PlaceQuery): Promise<Places>;
};
