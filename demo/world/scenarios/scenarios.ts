import { appealTellers } from './appeals.ts';
import { caseTellers } from './cases.ts';
import { claimTellers } from './claims.ts';
import { customerTellers } from './customers.ts';
import { opinionTellers } from './opinions.ts';
import { visitTellers } from './visits.ts';
import { workspaceTellers } from './workspaces.ts';

export const tellers = {
  ...caseTellers,
  ...claimTellers,
  ...appealTellers,
  ...visitTellers,
  ...customerTellers,
  ...opinionTellers,
  ...workspaceTellers,
};
