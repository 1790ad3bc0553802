/** Both contracts have this version. `npm run openapi` writes it: it ends in `-unreleased` if clients see a difference to the last record. */
export const contractVersion = '1.5.0-unreleased';
