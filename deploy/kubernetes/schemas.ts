import type { Manifest } from './pods.ts';

/** Packages with the schemas that Kubernetes published with a version: the oldest and the newest that we deploy to. */
export const schemaVersions = { '1.33': 'kubernetes-models-1.33', '1.36': 'kubernetes-models' } as const;

type Model = new (manifest: unknown) => { validate(): void };

/** What is wrong with a manifest in each version: wrong or missing values, and fields that the version does not have. */
export async function schemaProblems(manifest: Manifest): Promise<string[]> {
  // The packages keep kinds that Kubernetes has removed. It removes none of a stable version.
  if (/(alpha|beta)\d+$/.test(manifest.apiVersion)) return [`${manifest.apiVersion} ${manifest.kind} is not stable.`];
  const problems: string[] = [];
  for (const [version, name] of Object.entries(schemaVersions)) {
    const { kind, apiVersion, metadata } = manifest;
    const models: Record<string, Model> = await import(`${name}/${apiVersion}`).catch(() => ({}));
    const Model = models[kind];
    const found = Model ? problemsIn(Model, manifest) : [`has no ${apiVersion} ${kind}`];
    problems.push(...found.map((problem) => `${kind} ${metadata.name}: Kubernetes ${version} ${problem}`));
  }
  return problems;
}

/** The schemas allow unknown fields, which the API server drops or refuses. A validator reads every field that it knows. */
function problemsIn(Model: Model, manifest: Manifest): string[] {
  const read = new WeakMap<object, Set<string>>();
  const model = new Model(manifest);
  const recorded = recording(model, read);
  try {
    (Model.prototype.validate as () => void).call(recorded);
  } catch (error) {
    return [`refuses it: ${(error as Error).message}`];
  }
  return unread(model, read).map((path) => `does not know the field ${path}`);
}

function recording<T extends object>(value: T, read: WeakMap<object, Set<string>>): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      const found = Reflect.get(target, key, receiver);
      if (typeof key === 'string') {
        if (!read.has(target)) read.set(target, new Set());
        read.get(target)?.add(key);
      }
      return found instanceof Object && typeof found !== 'function' ? recording(found, read) : found;
    },
  });
}

function unread(value: object, read: WeakMap<object, Set<string>>, path = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (!read.get(value)?.has(key)) return [place.replace(/^\./, '')];
    return inner instanceof Object ? unread(inner, read, place) : [];
  });
}
