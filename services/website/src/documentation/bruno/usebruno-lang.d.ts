declare module '@usebruno/lang' {
  export function jsonToBruV2(request: object): string;
  export function bruToJsonV2(text: string): Record<string, never>;
  export function envJsonToBruV2(environment: object): string;
  export function jsonToCollectionBru(collection: object): string;
}
