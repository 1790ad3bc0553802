/** Of both contracts, written by `npm run openapi`. `-unreleased`: clients see a difference to the last record. */
export const contractVersion = '1.7.0-unreleased';
