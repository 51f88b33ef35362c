import type { Exchange } from './protocol.ts'

/** One call of the engine. */
export type EngineCall =
  | ({ kind: 'exchange' } & Omit<Exchange, 'bytes'> & { bytes: Uint8Array })
  | { kind: 'close' }

export type EngineReport =
  /** @param threadId Linux' id of the thread, to ask for its processor time; null elsewhere */
  | { kind: 'open'; threadId: number | null }
  | { kind: 'answer'; id: number; answer: Uint8Array }
  /** The engine itself has failed: nothing that it answers from now on can be believed. */
  | { kind: 'broken'; reason: string }
