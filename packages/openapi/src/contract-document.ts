import type { JsonSchema } from './description/example.ts';

/** A running platform puts its own into the contracts that it publishes. */
export const exampleContact = { name: 'Operator of the platform', url: 'https://api.example.com' };
export type Contact = { name: string; url?: string; email?: string };

export type ContractDocument = {
  info: { title: string; version: string; description: string; contact?: Contact };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ContractOperation>>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: Record<string, unknown> };
  'x-limits': Record<string, { points: number; seconds: number; per: string }>;
  'x-permissions': Record<string, { meaning: string; heldBy: string[] }>;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

export type MediaType = { schema: JsonSchema; example?: unknown; examples?: Record<string, { $ref: string }> };
export type Content = Record<string, MediaType>;

export type ContractResponse = {
  description: string;
  'x-problems'?: string[];
  headers?: Record<string, { $ref: string }>;
  content?: Content;
};

export type ContractOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  'x-service': string;
  'x-access': string;
  'x-scope'?: 'workspace' | 'provider';
  'x-operators'?: string;
  'x-permissions'?: string[];
  'x-limits'?: string[];
  'x-step-up'?: number;
  'x-step-up-for'?: 'everybody' | 'operators' | 'some';
  'x-step-up-held'?: number;
  'x-actions'?: { on: string; keys: string[] };
  'x-max-body-bytes'?: number;
  'x-streams'?: boolean;
  'x-accept'?: string[];
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ContractResponse>;
};
