/** Both contracts have this version. `npm run openapi -- --version <next>` changes it and records the changelog. */
export const contractVersion = '1.4.0';
