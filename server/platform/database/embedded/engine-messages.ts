import type { Exchange } from './protocol.ts'

export type EngineCall =
  | ({ kind: 'exchange' } & Omit<Exchange, 'bytes'> & { bytes: Uint8Array })
  | { kind: 'close' }

export type EngineReport =
  /** @param threadId Linux' id of the thread, to ask for its processor time; null elsewhere */
  | { kind: 'open'; threadId: number | null }
  | { kind: 'answer'; id: number; answer: Uint8Array }
  /** The engine itself has failed; its later answers are unreliable. */
  | { kind: 'broken'; reason: string }
