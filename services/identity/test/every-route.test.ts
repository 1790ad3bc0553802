import { sourcesOf, testEveryRoute } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { startIdentity } from './service.ts';

testEveryRoute(startIdentity, routes, sourcesOf(import.meta.dirname));
testRefusals(startIdentity, routes);
