import type { JsonSchema } from '../description/example.ts';

/** The parts of a contract that clients depend on. */
export type Comparable = {
  info?: { version?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
  'x-limits'?: Record<string, { points: number; seconds: number }>;
};

export type Schema = JsonSchema & {
  required?: readonly string[];
  'x-texts'?: string;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  description?: string;
  deprecated?: boolean;
  default?: unknown;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  contentSchema?: Schema;
  prefixItems?: readonly Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
};

export type Content = Record<string, { schema?: Schema }>;
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  deprecated?: boolean;
  description?: string;
  schema?: Schema;
};

export type Operation = {
  operationId?: string;
  summary?: string;
  deprecated?: boolean;
  security?: Record<string, readonly string[]>[];
  'x-access'?: string;
  'x-accept'?: string[];
  'x-permissions'?: readonly string[];
  'x-step-up'?: number;
  'x-step-up-for'?: string;
  'x-limits'?: readonly string[];
  'x-max-body-bytes'?: number;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, Response>;
};

export type Response = { content?: Content; headers?: Record<string, unknown>; 'x-problems'?: readonly string[] };

export type EventMessage = {
  summary?: string;
  'x-ordered'?: boolean;
  payload: Schema & { definitions?: Record<string, Schema> };
};

export type ComparableEvents = {
  info?: { version?: string };
  channels?: Record<string, { address: string }>;
  components: {
    messages: Record<string, EventMessage>;
    messageTraits?: { cloudEvent: { headers: Schema } };
  };
};
