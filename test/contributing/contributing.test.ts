import { expect, test } from 'vitest';
import { openRecipes } from './recipes.ts';

test('the recipes of CONTRIBUTING.md add a route and an event to the contract', () => {
  using recipes = openRecipes();
  expect(recipes.copy.read('packages/contracts/openapi.json')).toContain('"operationId": "listAvailability"');
  expect(recipes.copy.read('packages/contracts/asyncapi.json')).toContain('provider.service.paused.v1');
});
