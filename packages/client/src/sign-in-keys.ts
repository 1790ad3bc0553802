/** The key of a sign-in whose answer may be lost: the same call again gets the same session, for 60 s. */
export class SignInKeys {
  readonly #newId: () => string;
  #last: { request: string; key: string } | undefined;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  keyFor(challengeId: string, body: object): string {
    const request = JSON.stringify([challengeId, body]);
    if (this.#last?.request !== request) this.#last = { request, key: this.#newId() };
    return this.#last.key;
  }
}
