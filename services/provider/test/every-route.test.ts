import { sourcesOf, testEveryRoute } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { makeOwner } from './make.ts';
import { type ProviderService, startProvider } from './service.ts';

testEveryRoute(startProvider, routes, sourcesOf(import.meta.dirname));
testRefusals(startProvider, routes, async (service) => {
  const { actor, id } = await makeOwner(service as ProviderService);
  return { actor, providerId: id };
});
