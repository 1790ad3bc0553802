import type { ActorName } from '../authorization/actors.ts';
import type { Canary } from './canaries.ts';

/** These actors may see these private values in these places. No other actor may see a private value. */
export type Allowed = {
  kinds: Canary['kind'][];
  places: string[];
  as?: readonly ActorName[];
  why: string;
  /** It need not be used: it depends on events that may arrive after the search, or on requests that the search does not send. */
  isLate?: true;
};

export const team: ActorName[] = ['owner', 'manager', 'contributor', 'several'];
export const caseworkers: ActorName[] = ['triage', 'reviewer', 'reviewer2', 'decider', 'supervisor', 'supervisor2'];
export const operators: ActorName[] = [...caseworkers, 'field-agent', 'security', 'auditor'];
export const fieldWork: ActorName[] = ['field-agent', 'triage', 'supervisor', 'supervisor2'];
export const answers = (...operations: string[]) => operations.map((id) => `answer ${id}`);
