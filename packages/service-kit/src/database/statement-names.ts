import { createHash } from 'node:crypto';

const nameable = /^[\s(]*(select|insert|update|delete|with)\b/i;
const maxNames = 500;

/** Of a pool. A named statement is planned once per connection (docs/architecture.md 42). */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #generation = 0;

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known) return known;
    // Bounded: statements with inlined literals must not fill Postgres' memory with plans.
    if (this.#names.size >= maxNames || !nameable.test(text)) return undefined;
    const name = `${createHash('sha1').update(text).digest('base64url')}.${this.#generation}`;
    this.#names.set(text, name);
    return name;
  }

  /** A migration changed a table. All statements get new names, because other plans of that table are outdated too. */
  forget(name: string): void {
    if (!name.endsWith(`.${this.#generation}`)) return;
    this.#generation += 1;
    this.#names.clear();
  }
}
