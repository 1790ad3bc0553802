import { internalSecretHeader } from '@trust/contracts/actor';

/** The secret that a service under test shares with the gateway. */
export const internalSecret = 'only for tests: shared by gateway and service';

/** What the gateway sends with each request. */
export const gatewayProof = { [internalSecretHeader]: internalSecret };
