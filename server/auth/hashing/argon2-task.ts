import type { Options } from '@node-rs/argon2'

/** What `argon2.ts` asks of its threads. */
export type Argon2Task =
  | { kind: 'hash'; password: string; cost: Options }
  | { kind: 'compare'; hash: string; password: string }
