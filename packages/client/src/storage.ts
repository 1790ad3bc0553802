/** The client keeps the session, the device id and the state of uploads here. Values are strings. */
export type ClientStorage = {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
};

/** Forgets everything when the process or page ends. */
export function memoryStorage(): ClientStorage {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
  };
}
