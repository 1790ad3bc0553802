import { sourcesOf, testEveryRoute } from '@trust/service-kit/testing/every-route';
import { testRefusals } from '@trust/service-kit/testing/refusals';
import { routes } from '../src/routes.ts';
import { startOperations } from './service.ts';

testEveryRoute(startOperations, routes, sourcesOf(import.meta.dirname));
testRefusals(startOperations, routes);
