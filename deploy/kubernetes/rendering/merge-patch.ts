type Json = Record<string, unknown>;

/** Lists whose elements Kubernetes merges by a field; other lists are replaced. */
const mergeKeys: Record<string, string> = {
  containers: 'name',
  initContainers: 'name',
  volumes: 'name',
  env: 'name',
  volumeMounts: 'mountPath',
};

/** A strategic merge patch: null deletes a field, `$patch: delete` an element of a merged list. */
export function mergePatch(target: Json, patch: Json): Json {
  const merged: Json = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    const before = merged[key];
    if (value === null) delete merged[key];
    else if (Array.isArray(value) && Array.isArray(before) && mergeKeys[key])
      merged[key] = mergeList(before, value, mergeKeys[key]);
    else if (isObject(value) && isObject(before)) merged[key] = mergePatch(before, value);
    else merged[key] = value;
  }
  return merged;
}

/** Kustomize puts new elements first. */
function mergeList(before: Json[], changes: Json[], key: string): Json[] {
  const isDeleted = (one: Json) => changes.some((change) => change[key] === one[key] && change.$patch === 'delete');
  const kept = before.filter((one) => !isDeleted(one));
  const added = changes.filter((change) => !change.$patch && !before.some((one) => one[key] === change[key]));
  return [...added, ...kept.map((one) => mergePatch(one, changes.find((change) => change[key] === one[key]) ?? {}))];
}

const isObject = (value: unknown): value is Json => value instanceof Object && !Array.isArray(value);
