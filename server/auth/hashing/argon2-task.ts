import type { Options } from '@node-rs/argon2'

export type Argon2Task =
  | { kind: 'hash'; password: string; cost: Options }
  | { kind: 'compare'; hash: string; password: string }
