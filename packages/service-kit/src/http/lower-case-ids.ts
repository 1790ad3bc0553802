import type { z } from 'zod';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID has one form in the platform, so that a comparison of ids never takes one thing for two (RFC 9562 §4). */
export function lowerCaseId(text: string): string {
  return uuid.test(text) ? text.toLowerCase() : text;
}

type Definition = {
  type: string;
  format?: string;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
};

/** The input with each UUID in lower case where the schema declares one. Other values stay as they are. */
export function withLowerCaseIds(schema: z.core.$ZodType, input: unknown): unknown {
  const { type, ...def } = schema._zod.def as Definition;
  if (type === 'string') return def.format === 'uuid' && typeof input === 'string' ? lowerCaseId(input) : input;
  const inner = def.innerType ?? def.in;
  if (inner) return withLowerCaseIds(inner, input);
  const parts = def.options ?? (def.left && def.right ? [def.left, def.right] : undefined);
  if (parts) return parts.reduce((value, part) => withLowerCaseIds(part, value), input);
  if (Array.isArray(input)) {
    const { element } = def;
    return element ? input.map((value) => withLowerCaseIds(element, value)) : input;
  }
  if (typeof input !== 'object' || input === null || input instanceof Map) return input;
  if (def.shape) return mapFields(input, def.shape);
  const { keyType, valueType } = def;
  if (!keyType || !valueType) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [withLowerCaseIds(keyType, key), withLowerCaseIds(valueType, value)]),
  );
}

function mapFields(input: object, shape: Record<string, z.core.$ZodType>): object {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return [key, field ? withLowerCaseIds(field, value) : value];
    }),
  );
}
