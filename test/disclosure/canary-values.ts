import { randomUUID } from 'node:crypto';

// Letters only: free texts reject digits that resemble a telephone number.
const mark = randomUUID()
  .slice(0, 8)
  .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
const words = (what: string) => `canary ${what} ${mark}`;

/** Any success: other tests check the responses. */
export const successStatuses = [200, 201, 204];

/** Unique words, and coordinates far from all others. */
export const canaryValues = {
  summary: words('summary'),
  ownName: words('new name'),
  ownSummary: words('new summary'),
  ownWebsite: `https://canary-${mark}.example/who-lives-there`,
  baseLabel: words('at home'),
  premisesLabel: words('at the shop'),
  documentLabel: words('what the owner calls it'),
  alt: words('what the image shows'),
  documentTitle: words('within the document'),
  observation: words('what the reviewer saw'),
  statement: words('what the owner says against the decision'),
  correction: words('what the owner has to correct'),
  instructions: words('what the agent should know'),
  visitSummary: words('what the agent saw'),
  invited: `canary.${mark}@example.test`,
  familyName: words('the family name'),
  enquirer: `canary.asks.${mark}@example.test`,
  enquirerName: words('who asks'),
  enquiryMessage: words('what is asked'),
  opinion: words('what is thought'),
  opinionStatement: words('what is stated'),
  uninvited: `canary.no.${mark}@example.test`,
  // Above 60, so that no time of day resembles one.
  privateBase: { latitude: 67.6182937, longitude: 116.4271859 },
  premises: { latitude: 66.3947261, longitude: 115.5283647 },
  area: { south: 65.7263918, north: 65.8391746, west: 114.1473829, east: 114.2918374 },
};

export function canaryReason(what: string): string {
  return words(`why ${what}`);
}

export function isCanary(text: string): boolean {
  return text.includes(mark);
}

/** No request fills these columns. */
export function canaryText(what: string): string {
  return words(what);
}

export function areaPolygon() {
  const { south, north, west, east } = canaryValues.area;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** What a check may have to say. */
export const explanations = {
  earlierDocumentReason: canaryReason('an earlier document'),
  earlierSubjectReason: canaryReason('an earlier subject'),
  sharedContentReason: canaryReason('a shared document'),
};
