import { appealScenarios } from './appeals.ts';
import { caseScenarios } from './cases.ts';
import { claimScenarios } from './claims.ts';
import { customerScenarios } from './customers.ts';
import { opinionScenarios } from './opinions.ts';
import { visitScenarios } from './visits.ts';
import { workspaceScenarios } from './workspaces.ts';

export const scenarios = {
  ...caseScenarios,
  ...claimScenarios,
  ...appealScenarios,
  ...visitScenarios,
  ...customerScenarios,
  ...opinionScenarios,
  ...workspaceScenarios,
};
