import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/website', [
  ['src/app.ts', 'requireGatewayProof(website.gatewaySecret), ', '', 'src/app.test.ts'],
  ['src/app.ts', 'if (website.isDevelopment) ', '', 'src/development'],
  ['src/api/public-api.ts', "...(address && { 'x-forwarded-for': String(address) }),", '', 'src'],
  ['src/api/live-document.ts', '.catch(() => undefined)', '', 'src/app.test.ts'],
  ['src/page/error-page.ts', ' || !wantsPage(request)', '', 'src'],
]);
