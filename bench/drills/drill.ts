import type { Scene } from './scene.ts'

export interface Outcome {
  figures: string
  /** Broken promises of docs/reliability.md; empty: passed. */
  problems: string[]
  /** Missed time goals; a faster or idle machine may meet them. */
  slow?: string[]
}

/** One fault or load of docs/reliability.md. */
export interface Drill {
  name: string
  isShort: boolean
  about: string
  /** Runs again on the embedded database, in full. */
  onEmbedded?: true
  run(scene: Scene): Promise<Outcome>
}
