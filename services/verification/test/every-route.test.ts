import { sourcesOf, testEveryRoute } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { startVerification } from './service.ts';

testEveryRoute(startVerification, routes, sourcesOf(import.meta.dirname));
testRefusals(startVerification, routes);
