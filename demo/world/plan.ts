import type { City } from './people.ts';
import type { scenarios } from './scenarios/scenarios.ts';

type Planned = {
  scenario: keyof typeof scenarios;
  category: string;
  kind: 'individual' | 'organisation';
  city: City;
  /** The day of the year of history on which it registers; 366 is today. */
  start: number;
};

const organisations = ['nursery', 'home-care'];

/** Scenario, category, and the day of the registration. Paris and Lyon take turns. */
const rows: [Planned['scenario'], string, number][] = [
  ['draft', 'plumber', 364],
  ['draft', 'roofer', 350],
  ['awaitingEvidence', 'plumber', 362],
  ['awaitingEvidence', 'locksmith', 363],
  ['interruptedUploads', 'electrician', 366],
  ['refusedDocuments', 'cleaning', 360],
  ['refusedDocuments', 'cleaning', 361],
  ['inReview', 'cleaning', 363],
  ['inReview', 'roofer', 358],
  ['withReviewer', 'cleaning', 362],
  ['withReviewer', 'plumber', 362],
  ['recommended', 'cleaning', 360],
  ['recommended', 'electrician', 360],
  ['unpublished', 'cleaning', 50],
  ['notVerified', 'cleaning', 345],
  ['inconclusive', 'cleaning', 240],
  ['correction', 'cleaning', 355],
  ['correction', 'electrician', 340],
  ['correctionFulfilled', 'cleaning', 355],
  ['correctionWithdrawn', 'plumber', 355],
  ['correctionCancelled', 'cleaning', 330],
  ['abandoned', 'cleaning', 200],
  ['appealSubmitted', 'cleaning', 350],
  ['appealWithdrawn', 'plumber', 300],
  ['appealInReview', 'electrician', 350],
  ['appealUpheld', 'cleaning', 290],
  ['appealInadmissible', 'cleaning', 280],
  ['appealOverturned', 'cleaning', 270],
  ['appealPartlyOverturned', 'cleaning', 260],
  ['visitRequested', 'nursery', 360],
  ['visitScheduled', 'nursery', 365],
  ['visitInProgress', 'nursery', 365],
  ['visitOnHold', 'nursery', 361],
  ['visitSubmitted', 'nursery', 362],
  ['visitReturned', 'nursery', 359],
  ['visitAccepted', 'nursery', 150],
  ['visitCancelled', 'nursery', 357],
  ['visitImpossible', 'nursery', 356],
  ['superseded', 'cleaning', 15],
  ['renewal', 'electrician', 15],
  ['suspendedClaims', 'electrician', 140],
  ['revokedClaims', 'cleaning', 160],
  ['suspended', 'plumber', 180],
  ['withheld', 'cleaning', 190],
  ['closed', 'cleaning', 210],
  ['enquiries', 'electrician', 30],
  ['opinions', 'cleaning', 30],
  ['disputes', 'plumber', 60],
  ['payments', 'cleaning', 200],
  ['team', 'home-care', 60],
  ['availability', 'plumber', 90],
  ['availability', 'locksmith', 210],
  ['availability', 'roofer', 120],
  ['words', 'cleaning', 120],
  ['images', 'roofer', 180],
  ['shown', 'cleaning', 15],
  ['emergencyReviewed', 'roofer', 75],
  ['emergencyLifted', 'private-tutor', 105],
  ['shown', 'locksmith', 135],
  ['emergency', 'electrician', 60],
];

export const plan: readonly Planned[] = rows.map(([scenario, category, start], index) => ({
  scenario,
  category,
  start,
  kind: organisations.includes(category) ? 'organisation' : 'individual',
  city: index % 2 === 0 ? 'Paris' : 'Lyon',
}));
