import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';

/** The description of a use, which zod-to-openapi would drop if it equals that of the component. */
const textOfUse = 'x-text-of-use';

/**
 * A field can say what a component means in it: `check: CaseCheck.meta({ description })`. zod-to-openapi would write
 * the component out in full there. This keeps the reference, and returns each component without the text of a use,
 * inner ones first.
 */
export function linkComponents(schemas: readonly z.ZodType[]): z.ZodType[] {
  const components = new Map<string, z.ZodType>();
  const seen = new Set<z.core.$ZodType>();
  const visit = (schema: z.core.$ZodType) => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const component = componentOf(schema);
    for (const part of partsOf(component ?? schema)) visit(part);
    const id = component && z.globalRegistry.get(component)?.id;
    if (!id) return;
    const original = withoutText(schema);
    if (!components.has(id)) components.set(id, original as z.ZodType);
    if (original === schema) return;
    const description = z.globalRegistry.get(schema)?.description;
    zodToOpenAPIRegistry.add(schema as never, { _internal: { refId: id }, [textOfUse]: description } as never);
  };
  for (const schema of schemas) visit(schema);
  return [...components.values()];
}

/** The schema, or what it adds a text to or makes optional or nullable. */
function componentOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (z.globalRegistry.get(schema)?.id !== undefined) return schema;
  const inner = describedBy(schema) ?? wrapped(schema);
  return inner && componentOf(inner);
}

function withoutText(schema: z.core.$ZodType): z.core.$ZodType {
  if (z.globalRegistry.get(schema)?.id !== undefined) return schema;
  const inner = describedBy(schema);
  return inner ? withoutText(inner) : schema;
}

/** `meta` makes a copy with the same definition. */
function describedBy(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { parent, def } = schema._zod;
  return parent?._zod.def === def ? parent : undefined;
}

function wrapped(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return 'innerType' in def ? def.innerType : undefined;
}

function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'union':
      return [...def.options];
    case 'record':
      return [def.valueType];
    case 'tuple':
      return [...def.items];
    case 'intersection':
      return [def.left, def.right];
    case 'pipe':
      return [def.in, def.out];
    case 'lazy':
      return [def.getter()];
    default:
      return 'innerType' in def ? [def.innerType] : [];
  }
}
