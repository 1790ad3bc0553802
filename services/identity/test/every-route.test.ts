import { sourcesOf, testEveryRoute } from '@trust/service-kit/testing/every-route';
import { testRefusals } from '@trust/service-kit/testing/refusals';
import { routes } from '../src/routes.ts';
import { startIdentity } from './service.ts';

testEveryRoute(startIdentity, routes, sourcesOf(import.meta.dirname));
testRefusals(startIdentity, routes);
